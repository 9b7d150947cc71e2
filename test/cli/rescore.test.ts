import { spawn, spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN } from "../../src/domain/viewer.ts";
import { DEFAULT_EXTRACTOR } from "../../src/reading/extractor-registry.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { rescoreRun } from "../../src/server/runs/rescoring/rescore-run.ts";
import { runServices } from "../../src/server/runs/submission/run-services.ts";
import { importFiles } from "../support/admin-imports.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { omnidex } from "./cli-process.ts";
import { ADMIN_KEY, type LocalServer, serveHere } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

const [OWN, SECRET] = ["own", "secret"];
const QUESTIONS = Array.from({ length: 40 }, (_, index) => `q${index}`);

/** An earlier version of the extractor, which reads bare letters only. */
const EARLIER = {
  name: DEFAULT_EXTRACTOR.name,
  version: "0",
  extract: (response: string) =>
    /^[A-D]$/.test(response)
      ? ({ kind: "answer", answer: response, rule: "bare", span: { start: 0, end: 1 }, ambiguous: false } as const)
      : ({ kind: "unparsed", rule: "no-answer" } as const),
};

let server: LocalServer;
let admin: Omnidex;
const owners: Record<string, { readonly key: string; readonly sdk: Omnidex }> = {};

beforeAll(async () => {
  server = await serveHere();
  admin = new Omnidex({ url: server.url, apiKey: ADMIN_KEY });
  for (const slug of [OWN, SECRET]) {
    const questions = QUESTIONS.map((key) => ({
      key,
      text: `${slug} ${key}?`,
      options: ["red", "green", "blue", "grey"],
      answer: "A",
      task: "t",
      level: "PERCEPTION",
    }));
    const bytes = new TextEncoder().encode(JSON.stringify({ benchmark: { slug, title: slug }, questions }));
    const options = slug === SECRET ? ({ answers: "HIDDEN" } as const) : {};
    await importFiles(server.database, slug, [{ name: "own.json", bytes }], options);
  }
  for (const owner of ["alice", "bob"]) {
    const { secret: key } = await admin.createApiKey({ name: owner, owner });
    owners[owner] = { key, sdk: new Omnidex({ url: server.url, apiKey: key }) };
  }
});
afterAll(() => server.close());

/**
 * Submits a run that an earlier version of the extractor scored.
 * @param bare how many right answers are bare letters; `wordy` more are sentences; all others are wrong
 */
async function oldRun(owner: string, benchmark: string, model: string, bare: number, wordy: number): Promise<string> {
  const predictions = QUESTIONS.map((question, index) => {
    const response = index < bare ? "A" : index < bare + wordy ? "The answer is A." : "B";
    return { question, response };
  });
  const run = {
    benchmark,
    model: { name: model },
    inputs: ["VIDEO" as const],
    visibility: "PUBLIC" as const,
    predictions,
  };
  const { id } = await sdkOf(owner).submitRun({ ...run, inputs: [...run.inputs] });
  const earlier = { ...runServices(server.database), extractor: EARLIER };
  await rescoreRun(earlier, ADMIN, Number(id.split("_")[1]), { reason: null });
  return id;
}

function sdkOf(owner: string): Omnidex {
  const found = owners[owner];
  if (found === undefined) throw new Error(`${owner} has no key`);
  return found.sdk;
}

const cli = (owner: string, args: readonly string[]) =>
  omnidex(args, { OMNIDEX_URL: server.url, OMNIDEX_API_KEY: owners[owner]?.key ?? "" });

/** The version of the extractor of each scoring of a run. */
const versionsOf = async (run: string): Promise<readonly string[]> =>
  (await admin.scorings(run)).map(({ extractorVersion }) => extractorVersion);

const { name, version } = DEFAULT_EXTRACTOR;
const CURRENT = `${name} ${version}`;

describe("omnidex rescore --benchmark", () => {
  let [first, second, other, private_] = ["", "", "", ""];
  beforeAll(async () => {
    first = await oldRun("alice", OWN, "First", 10, 20);
    second = await oldRun("alice", OWN, "Second", 12, 0);
    other = await oldRun("bob", OWN, "Other", 20, 8);
    private_ = await oldRun("bob", OWN, "Private", 5, 5);
    await sdkOf("bob").updateRun(private_, { visibility: "PRIVATE" });
  });

  const ARGS = ["rescore", "--benchmark", OWN];

  it("says without a key that the preview needs one, and of a missing judge which option asks for it", async () => {
    const keyless = await omnidex(ARGS, { OMNIDEX_URL: server.url });
    expect(keyless).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^omnidex: The preview is about your own runs, so it needs your key\.\nLog in with /,
      ),
    });
    const { code, stderr } = await cli("alice", ["rescore", first, "--judge"]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^omnidex: --judge asks for a judge, but .* Leave --judge out to do without one\.$/m,
      ),
    });
  });

  it("says what would change in all runs of the owner, and stores nothing without consent", async () => {
    for (const args of [ARGS, [...ARGS, "--dry-run"], [...ARGS, "--dry-run", "--yes"]]) {
      const { code, stdout, stderr } = await cli("alice", args);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `Nothing was stored. omnidex rescore --benchmark ${OWN} --yes scores them again.\n`,
      });
      expect(stdout).toContain(`2 runs of yours on ${OWN}, read by ${CURRENT}:`);
      expect(stdout).toMatch(new RegExp(`^${first} +First +omnidex 0 +20 +25\\.0 +75\\.0 +3 +1$`, "m"));
      expect(stdout).toMatch(new RegExp(`^${second} +Second +omnidex 0 +0 +30\\.0 +30\\.0 +2 +3$`, "m"));
      expect(stdout).toContain("1 other run would have another rank:");
      expect(stdout).toMatch(new RegExp(`^${other} +Other +1 +2$`, "m"));
      expect(stdout).toContain("1 public run of another owner keeps the score of an earlier version");
    }
    for (const run of [first, second, other]) expect(await versionsOf(run)).toEqual([version, "0"]);
  });

  it("prints the preview as JSON, as the SDK returns it", async () => {
    const preview = await sdkOf("alice").previewRescoring(OWN);
    const { stdout } = await cli("alice", [...ARGS, "--json"]);
    expect(JSON.parse(stdout)).toEqual({ ...preview, rescored: [] });
    expect(preview).toMatchObject({ otherRuns: 1, extractor: { name, version } });
    expect(preview.standings.map(({ run }) => run.id)).toEqual([first, other, second]);
  });

  it("asks for a benchmark or a run, and takes --yes for a benchmark only", async () => {
    const both = await cli("alice", [...ARGS, first]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("Either one run or --benchmark") });
    const yes = await cli("alice", ["rescore", first, "--yes"]);
    expect(yes).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes agrees to what --benchmark") });
    const unknown = await cli("alice", ["rescore", "--benchmark", "no-such"]);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("no-such") });
    const reader = await omnidex(ARGS, { OMNIDEX_URL: server.url, OMNIDEX_API_KEY: "" });
    expect(reader).toMatchObject({ code: 1, stderr: expect.stringContaining("omnidex login") });
  });

  it.skipIf(skipsWithout("script of util-linux", hasScript))(
    "asks at a terminal, where no is the default",
    async () => {
      const { PATH = "", HOME = "" } = process.env;
      const key = owners.alice?.key ?? "";
      const env = {
        PATH,
        HOME,
        TERM: "dumb",
        OMNIDEX_URL: server.url,
        OMNIDEX_API_KEY: key,
        OMNIDEX_CONFIG_DIR: "/no/such",
      };
      const line = `'${process.execPath}' bin/omnidex.js ${ARGS.join(" ")}`;
      const child = spawn("script", ["-qec", line, "/dev/null"], { env });
      let text = "";
      child.stdout.on("data", (chunk) => {
        const isAsked = /Score 2 runs again/.test(text);
        text += chunk;
        if (!isAsked && /Score 2 runs again\? yes or no \[no\]: /.test(text)) child.stdin.write("\r");
      });
      expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
      expect(text).toContain("Nothing was stored.");
      expect(await versionsOf(first)).toEqual([version, "0"]);
    },
  );

  it("with --yes, scores exactly these runs again, as the preview says", async () => {
    const { runs } = await sdkOf("alice").previewRescoring(OWN);
    const { code, stderr } = await cli("alice", [...ARGS, "--yes", "--reason", "The new version."]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "2 runs scored again. The earlier scores are kept.\n" });
    const board = await sdkOf("alice").leaderboard(OWN).toArray();
    for (const { run, valueAfter, rankAfter } of runs) {
      const entry = board.find((one) => one.__typename === "RankedRun" && one.run.id === run.id);
      expect(entry).toMatchObject({ value: valueAfter, rank: rankAfter });
      expect(await versionsOf(run.id)).toEqual([version, "0", version]);
      expect((await admin.scorings(run.id)).at(-1)?.reason).toBe("The new version.");
    }
    for (const run of [other, private_]) expect(await versionsOf(run)).toEqual([version, "0"]);
    const { stdout } = await cli("alice", ARGS);
    expect(stdout).toBe(
      `All of your runs of ${OWN} were scored by ${CURRENT}.\n\n` +
        "1 public run of another owner keeps the score of an earlier version: only its owner can have it scored again.\n",
    );
  });

  it("says nothing of a release that hides its answers but which runs an earlier version scored", async () => {
    const run = await oldRun("alice", SECRET, "Guessing", 20, 20);
    const { stdout } = await cli("alice", ["rescore", "--benchmark", SECRET]);
    expect(stdout).toContain("The release hides its answers: what would change is not shown.");
    expect(readTable(stdout.slice(stdout.indexOf("RUN")), "RUN")).toMatchObject([{ RUN: run }]);
    const hidden = { readDifferently: null, valueBefore: null, valueAfter: null, rankBefore: null, rankAfter: null };
    const preview = await sdkOf("alice").previewRescoring(SECRET);
    expect(preview).toMatchObject({ runs: [{ run: { id: run }, ...hidden }], standings: [] });
    expect((await cli("alice", ["rescore", "--benchmark", SECRET, "--yes"])).code).toBe(0);
    expect(await versionsOf(run)).toContain(version);
    expect((await sdkOf("alice").previewRescoring(SECRET)).runs).toEqual([]);
  });
});
