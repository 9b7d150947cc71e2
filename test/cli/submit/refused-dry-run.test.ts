import { afterEach, expect, it } from "vitest";
import { inFolder } from "../cli-process.ts";
import { serveCli } from "../served-cli.ts";
import { write } from "./submitting.ts";

const cli = serveCli();
const DEMO = "omnidex-demo";
const ROW = Buffer.from('{"question":"video-001/0","response":"A"}\n');

/** Submits one row to the demo benchmark. */
const submit = (...options: readonly string[]) =>
  inFolder(async (folder) => {
    const path = await write(folder, { name: "outputs.jsonl", bytes: ROW });
    return cli.run(["submit", path, "-b", DEMO, "--inputs", "video", ...options]);
  });

afterEach(() => cli.run(["challenge", "configure", DEMO, "--no-require"]));

it.each([
  ["an empty model name", ["--model", ""], "'model.name' must have 1 to 200 characters."],
  ["an address without https", ["--model", "m", "--report-url", "http://x"], "'reportUrl' must be an https address"],
  ["a judge on a server without one", ["--model", "m", "--judge"], "judge"],
  ["a missing field that the challenge requires", ["--model", "m"], `The challenge of '${DEMO}' requires 'frames'.`],
])("--dry-run refuses %s with the message and the exit code of the submission", async (name, options, message) => {
  if (name.includes("challenge")) await cli.print(["challenge", "configure", DEMO, "--require", "frames"]);
  const dry = await submit(...options, "--dry-run");
  expect(dry).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  expect(dry.stderr).toContain("The submission would be refused.");
  expect(dry.stdout).toContain("The server: 1 error, ");
  const { code, stderr } = await submit(...options);
  expect({ code, stderr }).toEqual({ code: dry.code, stderr: expect.stringContaining(message) });
});

it("--dry-run --json has the issues of the fields", async () => {
  const { code, stdout } = await submit("--model", "", "--dry-run", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    server: { ok: false, inputIssues: [{ field: "model.name" }] },
  });
});

it("--inputs without a value is a usage error", async () => {
  const { code, stderr } = await submit("--model", "m", "--inputs", "", "--dry-run");
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("'--inputs <modalities>' argument ''") });
});
