import { expect, it } from "vitest";
import { inFolder } from "../cli-process.ts";
import { serveCli } from "../served-cli.ts";
import { write } from "./submitting.ts";

const cli = serveCli();
const ROW = Buffer.from('{"question":"video-001/0","response":"A"}\n');

const submit = (model: string, inputs: string, ...options: readonly string[]) => send(ROW, model, inputs, ...options);

const send = (bytes: Buffer, model: string, inputs: string, ...options: readonly string[]) =>
  inFolder(async (folder) => {
    const path = await write(folder, { name: "outputs.jsonl", bytes });
    return cli.run(["submit", path, "-b", "omnidex-demo", "--model", model, "--inputs", inputs, ...options]);
  });

const runOf = (stdout: string): string | undefined => /^(run_\d+) {2}/m.exec(stdout)?.[1];

it("a file that is sent again with the inputs in another order returns the same run", async () => {
  const first = await submit("ordered", "audio,video");
  const second = await submit("ordered", "video,audio");
  expect(runOf(first.stdout)).toMatch(/^run_/);
  expect(runOf(second.stdout)).toBe(runOf(first.stdout));
  expect(second.stderr).toContain("The same submission was made before");
});

it("a file that is sent again with another visibility makes a run, and the command names the earlier one", async () => {
  const first = await submit("seen", "video");
  expect(first.stderr).not.toContain("Note:");
  const second = await submit("seen", "video", "--visibility", "public");
  const [earlier, made] = [runOf(first.stdout), runOf(second.stdout)];
  expect(made).not.toBe(earlier);
  expect(second.stderr).toContain(`Note: ${earlier} (private) has the same model, settings and result.`);
  expect(second.stderr).toContain(`'omnidex runs update ${earlier} --visibility public' changes who sees it`);
  expect(second.stderr).toContain(`'omnidex withdraw ${made}' withdraws the new run.`);
});

it("other responses with the same score, as in another epoch of a log, are not announced as the same submission", async () => {
  await submit("two-epochs", "video");
  const second = await send(Buffer.from(ROW.toString().replace('"A"', '"(A)"')), "two-epochs", "video");
  expect(runOf(second.stdout)).toMatch(/^run_/);
  expect(second.stderr).not.toContain("Note:");
});
