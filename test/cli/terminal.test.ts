import { execFile, spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { skipsWithout } from "../support/required-tools.ts";
import { inFolder, omnidexProcess } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

const cli = serveCli();
const ESCAPE = "\u001b";
const BOARD = ["leaderboard", "omnidex-demo"];

describe("colours", () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "0" }, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
    [{ CI: "1" }, false],
  ])("with %j, output that is not a terminal has colours: %s", async (environment, colored) => {
    const { stdout } = await omnidexProcess(BOARD, { OMNIDEX_URL: cli.url(), ...environment });
    expect(stdout.includes(ESCAPE)).toBe(colored);
  });
});

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

describe.skipIf(skipsWithout("script of util-linux", hasScript))(
  "at a terminal of 90 columns (skipped without script of util-linux)",
  () => {
    const atTerminal = async (line: string, environment: Record<string, string> = {}): Promise<string> => {
      const { PATH = "", HOME = "" } = process.env;
      const env = { PATH, HOME, TERM: "xterm", OMNIDEX_URL: cli.url(), OMNIDEX_CONFIG_DIR: "/no/such", ...environment };
      const command = `stty cols 90; exec '${process.execPath}' bin/omnidex.js ${line}`;
      return (await promisify(execFile)("script", ["-qec", command, "/dev/null"], { env })).stdout;
    };

    it("tables have colours and fit the width", async () => {
      const text = await atTerminal("questions --limit 3");
      expect(text).toContain(ESCAPE);
      const lines = stripVTControlCharacters(text)
        .split("\r\n")
        .filter((line) => line.startsWith("omnidex-demo"));
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(90);
      expect(lines[0]).toMatch(/^omnidex-demo {2}video-001\/0 {2}object-counting .*…$/);
      expect(await atTerminal("questions --limit 3", { NO_COLOR: "1" })).not.toContain(ESCAPE);
    });

    it("the description of a run is not cut", async () => {
      const text = stripVTControlCharacters(await atTerminal("run demo-large"));
      expect(text).toMatch(/^prompt +Watch and listen, .* of the best option\.\r$/m);
      expect(text).toMatch(/^score .*; chance 26\.2\r$/m);
      expect(stripVTControlCharacters(await atTerminal("compare demo-large demo-small"))).not.toMatch(/…\r?$/m);
    });

    it("a long task shows a progress bar on stderr, and shows the cursor again at the end", async () => {
      const text = await atTerminal("questions -o - > /dev/null");
      expect(stripVTControlCharacters(text)).toMatch(/Questions .*\d+% \| \d+ of 480 questions/);
      // The cursor is hidden while the bar is shown, and then shown again.
      expect(text.lastIndexOf(`${ESCAPE}[?25h`)).toBeGreaterThan(text.lastIndexOf(`${ESCAPE}[?25l`));
    });

    it("login asks for server and key, and does not show the key", () =>
      inFolder(async (folder) => {
        const { PATH = "", HOME = "" } = process.env;
        const env = { PATH, HOME, TERM: "xterm", OMNIDEX_CONFIG_DIR: folder, OMNIDEX_DATA_DIR: join(folder, "none") };
        const child = spawn("script", ["-qec", `'${process.execPath}' bin/omnidex.js login`, "/dev/null"], { env });
        const answers = [
          ["Server [http://127.0.0.1:4000]: ", cli.url()],
          ["API key: ", ADMIN_KEY],
        ] as const;
        let [text, asked] = ["", 0];
        child.stdout.on("data", (chunk) => {
          text += chunk;
          const [question, answer] = answers[asked] ?? [];
          if (question === undefined || !text.includes(question)) return;
          asked += 1;
          child.stdin.write(`${answer}\r`);
        });
        const code = await new Promise((resolve) => child.once("close", resolve));
        expect(text).toContain(`Logged in to ${cli.url()} as admin.`);
        expect(text).not.toContain(ADMIN_KEY);
        expect(code).toBe(0);
        expect(await readFile(join(folder, "logins.json"), "utf8")).toContain(ADMIN_KEY);
      }));

    it("submit asks for the inputs that only the file's name suggests, and stores the answer", () =>
      inFolder(async (folder) => {
        const questions = await cli.run(["questions", "--benchmark", "omnidex-demo", "--limit", "1", "--json"]);
        const [{ text: question }] = JSON.parse(questions.stdout);
        const file = join(folder, "asked_WorldSense_32frame.json");
        await writeFile(file, JSON.stringify([{ index: 0, question, prediction: "A" }]));
        const { PATH = "", HOME = "" } = process.env;
        const env = { PATH, HOME, TERM: "xterm", OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: ADMIN_KEY };
        const command = `'${process.execPath}' bin/omnidex.js submit '${file}' --benchmark omnidex-demo`;
        const child = spawn("script", ["-qec", command, "/dev/null"], { env });
        let [text, isAnswered] = ["", false];
        child.stdout.on("data", (chunk) => {
          text += chunk;
          if (isAnswered || !text.includes("What was the model given, besides the question? [video]: ")) return;
          isAnswered = true;
          child.stdin.write("video, audio\r");
        });
        const code = await new Promise((resolve) => child.once("close", resolve));
        expect(code, text).toBe(0);
        const runs = JSON.parse((await cli.run(["runs", "--model", "asked", "--json"])).stdout);
        expect(runs.map(({ inputs }: { inputs: unknown }) => inputs)).toEqual([["VIDEO", "AUDIO"]]);
      }));
  },
);
