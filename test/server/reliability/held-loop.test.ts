import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const PROGRAM = join(import.meta.dirname, "held-process.ts");

/** Runs `held-process.ts` until it ends. */
async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await ended;
  return { code, signal, stdout, stderr };
}

it("a process whose loop is held exits, with a line in its log", async () => {
  const { code, stdout, stderr } = await run("forever");
  expect([code, stdout]).toEqual([1, "exit 1\n"]);
  // Node itself adds that it waits for the debugger.
  expect(JSON.parse(stderr.split("\n")[0] ?? "")).toEqual({
    level: "fatal",
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    msg: expect.stringMatching(/^The event loop made no turn in 0\.\d+ s of CPU time\. The process ends\.$/),
  });
});

it("a process that hears no debugger is killed", async () => {
  const { signal, stdout, stderr } = await run("native", "1", "20");
  expect([signal, stdout]).toEqual(["SIGKILL", ""]);
  expect(stderr).toContain('"level":"fatal"');
});

it.each([
  ["statement", 1],
  ["sleep", 1],
  // Together longer than the limit, but with turns in between.
  ["short", 5],
])("a process is left alone: %s × %i", async (kind, times) => {
  const stdout = `${`ended: ${kind}\n`.repeat(times)}exit 0\n`;
  expect(await run(kind, `${times}`)).toEqual({ code: 0, signal: null, stdout, stderr: "" });
});
