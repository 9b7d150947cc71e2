import { expect, it } from "vitest";
import { untakenRemarks } from "../../../src/cli/submit/submit.ts";
import { textFile } from "../../fixtures/file-writing.ts";
import { sampleRun } from "../../sdk/support/sample-run.ts";
import { inFolder } from "../cli-process.ts";
import { serveCli } from "../served-cli.ts";
import { write } from "./submitting.ts";

const cli = serveCli();

const submitted = (response: string, options: readonly string[]): Promise<string> =>
  inFolder(async (folder) => {
    const row = `${JSON.stringify({ question: "video-001/0", response })}\n`;
    const path = await write(folder, textFile("r.jsonl", row));
    const run = ["--benchmark", "omnidex-demo", "--model", "mixed", "--inputs", "video"];
    const { code, stderr } = await cli.run(["submit", path, ...run, "--visibility", "public", ...options]);
    expect(code, stderr).toBe(0);
    return stderr;
  });

it("a size that cannot be read, and a description that a known model does not take, have remarks", async () => {
  const first = await submitted("A", ["--parameters", "8x7B", "--organization", "One"]);
  expect(first).toContain("The size '8x7B' cannot be read as a number of parameters");
  expect(first).not.toContain("was not stored");
  const second = await submitted("B", [
    "--parameters",
    "47B",
    "--organization",
    "One",
    "--model-url",
    "https://a.test",
  ]);
  expect(second).not.toContain("cannot be read");
  expect(second).toContain(
    "--parameters '47B' was not stored: the model mixed was submitted before and keeps its 'parameters', '8x7B'. Its owner changes it with 'omnidex runs update run_",
  );
  expect(second).toContain(
    "--model-url 'https://a.test' was not stored: the model mixed was submitted before and has no 'url'.",
  );
  expect(second).not.toContain("--organization");
});

it("an anonymous run has no remark on its model, which is a pseudonym", () => {
  const fields = { model: { name: "m", parameters: "7B" } };
  const run = { id: "run_1", model: { ...sampleRun().model, parameters: null } };
  expect(untakenRemarks(fields, run)).toHaveLength(1);
  expect(untakenRemarks({ ...fields, anonymous: true }, run)).toEqual([]);
});

it("a prompt that is like a template's name has a remark, and any other text has none", async () => {
  const remark = "Did you mean 'omnidex/open-ended'? It is stored as a text of your own.";
  expect(await submitted("C", ["--prompt", "omnidex/open-endd"])).toContain(
    `omnidex-demo has no prompt template 'omnidex/open-endd'. ${remark}`,
  );
  for (const prompt of ["omnidex/open-ended", "omnidex", "Answer with one letter."])
    expect(await submitted("D", ["--prompt", prompt])).not.toContain("prompt template");
});
