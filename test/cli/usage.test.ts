import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settingsSource } from "../support/settings-source.ts";
import { omnidex } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();

describe("an unknown name or value", () => {
  it.each<[string, string, string]>([
    ["questions -b worldsens", "There is no benchmark 'worldsens'.", "Did you mean 'worldsense'?"],
    ["leaderboard omnidex-dem", "There is no benchmark 'omnidex-dem'.", "Did you mean 'omnidex-demo'?"],
    ["questions --task event-ordr", "There is no task 'event-ordr'.", "Did you mean 'event-order'?"],
    ["facets --by level -b omnidex-demo --task x9", "omnidex-demo has no task 'x9'.", "Allowed (8): object-counting,"],
    ['questions --filter {"tasks":["nope"]}', "--filter: tasks[0]: There is no task 'nope'.", "are allowed"],
    ['facets --by task --level reasoning --filter {"tasks":["nope"]}', "--filter: tasks[0]: There", "are allowed"],
    ["table omnidex-demo --by level --task x9 --filter {}", "--task: omnidex-demo has no task 'x9'.", "Allowed (8)"],
    [
      "questions --task x9,x8 --min-steps 3 --max-steps 2",
      "--min-steps, --max-steps: No number of",
      "\n--task: There is no task 'x9'.",
    ],
    ["questions --json --task event-ordr", "--task: There is no task 'event-ordr'.", "Did you mean 'event-order'?"],
    ["export questions --task event-ordr", "--task: There is no task 'event-ordr'.", "Did you mean 'event-order'?"],
    ["compare 1 2 --task ast", "--task: omnidex-demo has no task 'ast'.", "Allowed (8)"],
    ["audit 1 --task ast", "--task: omnidex-demo has no task 'ast'.", "Allowed (8)"],
    ["snapshots omnidex-demo --take --model nope", "--model: There is no model 'nope'.", "llowed"],
    ["runs -b worldsens", "--benchmark: There is no benchmark 'worldsens'.", "Did you mean 'worldsense'?"],
    ["runs --min-parameters 7B --max-parameters 1B", "--min-parameters, --max-parameters: No number of", ""],
    [
      "breakdown 3 --by level --category indors",
      "--category: omnidex-demo has no category 'indors'.",
      "Did you mean 'indoors'?",
    ],
    ["questions --subset tset", "--subset: There is no subset 'tset'.", "Allowed (2): dev, test."],
    [
      "questions -b omnidex-demo --key video-001/9",
      "--key: omnidex-demo has no question 'video-001/9'.",
      "Did you mean 'video-001/0' or 'video-001/1'? 480 values are allowed.",
    ],
    [
      'questions --filter {"or":[{"tasks":["nope"]}]}',
      "--filter: or[0].tasks[0]: There is no task 'nope'.",
      "are allowed",
    ],
    ["questions --audio musik", "argument 'musik' is invalid. Did you mean 'music'?", "omnidex questions --help"],
    ["breakdown 3 --by levl", "argument 'levl' is invalid. Did you mean 'level'?", "omnidex breakdown --help"],
    ["breakdown demo-larg --by level", "There is no run or model 'demo-larg'.", "Did you mean 'demo-large'?"],
    ["run run_99", "There is no run 'run_99'", "'omnidex runs' lists"],
    ["benchmarks nope", "There is no benchmark 'nope'.", "The benchmarks: "],
    ["leaderbord x", "unknown command 'leaderbord'", "Did you mean leaderboard?"],
    ["questions --lmit 3", "unknown option '--lmit'", "Did you mean --limit?"],
    ["questions --limit 0", "It must be a whole number of at least 1.", "--help"],
    ["keys create x --expires 2001-01-01", "It must be in the future", "--help"],
    ["completion csh", "There is no completion for the shell 'csh'.", "The shells: bash"],
    ["completion bsh", "There is no completion for the shell 'bsh'.", "Did you mean 'bash'?"],
    ["export benchmark omnidex-dem", "There is no benchmark 'omnidex-dem'.", "Did you mean 'omnidex-demo'?"],
    ["export croissant worldsens", "There is no benchmark 'worldsens'.", "Did you mean 'worldsense'?"],
    ["export run 1 --format inspekt", "argument 'inspekt' is invalid. Did you mean 'inspect'?", "export run --help"],
    ["export run 1 --format eee-instance", "Did you mean 'eee-instances'? Allowed: omnidex,", "export run --help"],
    ["export questions --format cvs", "argument 'cvs' is invalid. Did you mean 'csv'?", "export questions --help"],
    ["questions --format parket -o -", "argument 'parket' is invalid. Did you mean 'parquet'?", "questions --help"],
    ["questions --columns key,levle", "There is no column 'levle'.", "Did you mean 'level'?"],
    ["submit x --format lmms-evl", "argument 'lmms-evl' is invalid. Did you mean 'lmms-eval'?", "submit --help"],
    ["releases worldsens", "There is no benchmark 'worldsens'.", "Did you mean 'worldsense'?"],
    ["prompts worldsens", "There is no benchmark 'worldsens'.", "Did you mean 'worldsense'?"],
    ["runs --model demo-larg", "There is no model 'demo-larg'.", "Did you mean 'demo-large'?"],
    ["leaderboard omnidex-demo --model demo-smal", "There is no model 'demo-smal'.", "Did you mean 'demo-small'?"],
    ["table omnidex-demo --by level --model demo-smal", "There is no model 'demo-smal'.", "mean 'demo-small'?"],
    ["runs --organization Nobody", "--organization: There is no organization 'Nobody'.", "llowed"],
    ["runs --status scord", "argument 'scord' is invalid. Did you mean 'scored'?", "omnidex runs --help"],
    ["runs --sort scor", "argument 'scor' is invalid. Did you mean 'score'?", "omnidex runs --help"],
    ["runs --inputs vido+audio", "argument 'vido+audio' is invalid. Did you mean 'video'?", "omnidex runs --help"],
    ["runs --format latx", "argument 'latx' is invalid. Did you mean 'latex'?", "omnidex runs --help"],
    ["facets --by durtion", "argument 'durtion' is invalid. Did you mean 'duration'?", "omnidex facets --help"],
    ["questions --dominance visul", "argument 'visul' is invalid. Did you mean 'visual'?", "questions --help"],
    ["questions --answer-format yesno", "argument 'yesno' is invalid. Did you mean 'yes-no'?", "questions --help"],
    ["audit 1 --extractor omnidx", "There is no extractor 'omnidx'.", "Did you mean 'omnidex'?"],
  ])("ends the command with code 2, the reason and a suggestion: %s", async (line, message, hint) => {
    const { code, stdout, stderr } = await cli.run(line.split(" "));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.split("\n")[0]).toMatch(/^omnidex: /);
    expect(stderr.split("\n")[0]).toContain(message);
    expect(stderr).toContain(hint);
    expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(4);
  });
});

it.each([
  ["review-key", "missing: <benchmark>, <question>, --verdict <verdict>, --reason <text>"],
  ["compare", "missing: <a>, <b>"],
  ["import kitchen-sounds", "missing required argument 'file'"],
  ["breakdown run_1", "required option '--by <dimension>' not specified"],
  ["breakdown", "missing: <run>, --by <dimension>"],
])("%s names all that is missing at once", async (line, message) => {
  const { code, stderr } = await cli.run(line.split(" "));
  expect([code, stderr.split("\n")[0]]).toEqual([2, `omnidex: ${message}`]);
});

it.each([
  [["questions", "--level", "reasoning", "perception"], "--level reasoning,perception"],
  [["questions", "--audio", "music,", "speech"], "--audio music,speech"],
  [["facets", "--by", "level task"], "Several values are written with commas: level,task."],
  [["runs", "--benchmark", "a", "b"], "--benchmark a,b"],
])("%j says that lists have commas", async (args, hint) => {
  const { code, stderr } = await cli.run(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(hint)]);
});

it.each([["questions"], ["facets", "--by", "level"], ["runs"], ["benchmarks"], ["keys", "list"], ["leaderboard", "x"]])(
  "%s gives advice if no server answers",
  async (...args) => {
    const { code, stderr } = await omnidex(args, { OMNIDEX_URL: "http://127.0.0.1:2" });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^omnidex: Cannot reach http:\/\/127\.0\.0\.1:2\/graphql: ECONNREFUSED\nStart a server with /,
    );
  },
);

it("a command that needs a key says where to get one", async () => {
  const refused = await cli.run(["keys", "list"], { OMNIDEX_API_KEY: "" });
  expect(refused).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("Log in with 'omnidex login'"),
  });
});

it.each([
  ["omnidex-dem", "1", "There is no benchmark 'omnidex-dem'.", "Did you mean 'omnidex-demo'?"],
  ["omnidex-demo", "9", "There is no release 9 of omnidex-demo.", "The releases: 1."],
])("use-release %s %s lists the existing values", async (slug, version, message, hint) => {
  const { code, stdout, stderr } = await cli.run(["use-release", slug, version]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(`omnidex: ${message}\n${hint}`);
});

describe("help", () => {
  it("has examples for each command but four that need none", async () => {
    const { stdout } = await omnidex(["--help"]);
    const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map((match) => match[1] ?? "");
    expect(names).toEqual(expect.arrayContaining(["questions", "serve", "login", "completion"]));
    expect(stdout).not.toMatch(/^ {2}complete /m);
    for (const name of names.filter((each) => !["help", "migrate", "logout", "whoami"].includes(each))) {
      const help = await omnidex([name, "--help"]);
      expect(help).toMatchObject({ code: 0, stderr: "" });
      expect(help.stdout, name).toContain("Examples:");
    }
  });

  it("says how several values are written, where an option takes them", async () => {
    const says = async (name: string): Promise<string> => (await omnidex([name, "--help"])).stdout;
    expect(await says("submit")).toContain("or the option is repeated: --inputs video,image.");
    expect(await says("runs")).toContain("or the option is repeated: --benchmark <slug>,<slug>.");
    expect(await says("completion")).not.toContain("commas");
  });

  it("of serve names every setting that is read", async () => {
    const settings = settingsSource();
    const read = [...settings.matchAll(/setting\("(\w+)"\)/g)].map((match) => match[1] ?? "");
    const { stdout } = await omnidex(["serve", "--help"]);
    expect(read.filter((name) => !stdout.includes(`  ${name} `))).toEqual([]);
  });
});

it.each([
  [["check"], "There is no database in '/nowhere/omnidex'."],
  [["backup", "never-made.gz"], "There is no database in '/nowhere/omnidex'."],
  [["backup", "-"], "A backup goes to a file, not to standard output."],
])("%j creates no database and no file", async (args, message) => {
  const { code, stdout, stderr } = await omnidex(args, { OMNIDEX_DATA_DIR: "/nowhere/omnidex" });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr.split("\n")[0]).toBe(`omnidex: ${message}`);
  expect(existsSync("/nowhere")).toBe(false);
  expect(existsSync(args[1] ?? "-")).toBe(false);
});
