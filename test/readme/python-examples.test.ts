import { execFile, execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { ADMIN_KEY } from "../support/test-server.ts";

const FOLDER = resolve(import.meta.dirname, "../../examples/python");

const runs = (program: string, code: string): boolean => spawnSync(program, ["-c", code]).status === 0;
/** Debian's Python comes first, because it may have pandas when another Python on the path does not. */
const PYTHONS = ["/usr/bin/python3", "python3"];
const python = PYTHONS.find((program) => runs(program, "import sys; assert sys.version_info >= (3, 9)"));
const pandas = PYTHONS.find((program) => runs(program, "import pandas"));

describe("examples/python", () => {
  let socket: SocketServer;
  beforeAll(async () => {
    socket = await startSocketServer();
  });
  afterAll(async () => {
    await socket.close();
  });

  /** Runs a program, and returns its standard output. It must not block this process, which is also the server. */
  const run = (program: string, ...args: readonly string[]): Promise<string> =>
    new Promise((done, failed) => {
      const env = {
        ...process.env,
        ...{ OMNIDEX_URL: socket.url, OMNIDEX_API_KEY: ADMIN_KEY, PYTHONDONTWRITEBYTECODE: "1" },
        PYTHONPATH: resolve(FOLDER, "../../python"),
      };
      execFile(program, args, { cwd: FOLDER, env }, (error, stdout, stderr) =>
        error === null ? done(stdout) : failed(new Error(`${error.message}\n${stderr}`)),
      );
    });

  it("are all named on the page of examples and run here", () => {
    const programs = readdirSync(FOLDER).filter((name) => name.endsWith(".py"));
    expect(programs).toEqual(["slice_to_dataframe.py", "submit_run.py"]);
    const page = readFileSync(resolve(FOLDER, "../README.md"), "utf8");
    for (const name of programs) expect(page).toContain(`](python/${name})`);
  });

  it.skipIf(skipsWithout("Python 3.9", python !== undefined))(
    "submit a run only once, even if they are run again (skipped without Python 3.9)",
    async () => {
      const first = await run(python ?? "", "submit_run.py");
      expect(first).toMatch(/^run_\d+: \d+\.\d % of 480 \(95 %: \d+\.\d to \d+\.\d\)\n$/);
      expect(await run(python ?? "", "submit_run.py")).toBe(first);
    },
  );

  it.skipIf(skipsWithout("pandas", pandas !== undefined))(
    "read a slice and a run into DataFrames (skipped without pandas)",
    async () => {
      const text = await run(pandas ?? "", "slice_to_dataframe.py");
      const { breakdown } = (
        await socket.server.data<{
          run: { breakdown: { keys: { label: string; key: string }[]; score: { value: number; n: number } }[] };
        }>(
          `{ run(id: "run_3") { breakdown(by: [LEVEL, TASK], filter: { levels: [PERCEPTION, REASONING] }) { keys { key label } score { value n } } } }`,
        )
      ).run;
      await expect(run(pandas ?? "", "slice_to_dataframe.py", "nope")).rejects.toThrow("There is no benchmark 'nope'");
      expect(breakdown.length).toBeGreaterThan(2);
      for (const { keys, score } of breakdown)
        expect(text).toMatch(new RegExp(`${keys[1]?.label}\\s+${Number(score.value.toFixed(3))}0*\\s+${score.n}\\n?`));
    },
  );

  it("have no tabs and no lines over 120 characters, and are valid Python", () => {
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith(".py"))) {
      const text = readFileSync(join(FOLDER, name), "utf8");
      expect(text.split("\n").filter((line) => line.length > 120 || line.includes("\t"))).toEqual([]);
      if (python !== undefined)
        execFileSync(python, ["-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())", join(FOLDER, name)]);
    }
  });
});
