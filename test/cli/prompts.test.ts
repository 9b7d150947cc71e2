import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inFolder } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();

interface Asked {
  readonly key: string;
  readonly text: string;
  readonly prompt: string;
  readonly options: readonly { readonly label: string; readonly text: string }[];
}

/** A question and its options, as the general template writes them. */
const asked = ({ text, options }: Asked): string =>
  [text, ...options.map((option) => `${option.label}. ${option.text}`)].join("\n");

const CHOICES = [
  "questions",
  "-b",
  "omnidex-demo",
  "--format",
  "ndjson",
  "--filter",
  '{"answerFormats":["MULTIPLE_CHOICE"]}',
];

describe("omnidex questions --prompt", () => {
  it("prints each prompt unchanged below the name of its question", async () => {
    const [first] = await cli.json<Asked[]>(["questions", "-b", "omnidex-demo", "--limit", "1", "--prompt"]);
    const { stdout } = await cli.run(["questions", "-b", "omnidex-demo", "--limit", "1", "--prompt"]);
    expect(stdout).toBe(`# omnidex-demo ${first?.key}\n${first?.prompt}\n`);
    expect(first?.prompt).toContain(first?.text);
  });

  it("writes one line for each question, for more questions than fit in one page of the server", () =>
    inFolder(async (folder) => {
      const file = join(folder, "asked.ndjson");
      expect(await cli.run([...CHOICES, "--output", file, "--prompt"])).toMatchObject({ code: 0 });
      const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
      expect(lines.length).toBeGreaterThan(100);
      for (const line of lines) {
        const question = JSON.parse(line) as Asked;
        expect(question.prompt).toBe(`${asked(question)}\n\nAnswer with the letter of the correct option only.`);
      }
    }));

  it("can be a column, and accepts the name of a template", async () => {
    const args = ["questions", "-b", "omnidex-demo", "--limit", "2", "--columns", "key,prompt"];
    const rows = await cli.json<Asked[]>([...args, "--prompt", "omnidex/open-ended"]);
    expect(rows.map(Object.keys)).toEqual([
      ["key", "prompt"],
      ["key", "prompt"],
    ]);
    for (const { prompt } of rows) expect(prompt).toMatch(/^[^\n]+\n\nAnswer [^\n]+\.$/);
    expect((await cli.print([...args, "--prompt", "--output", "-", "--format", "csv"])).split("\r\n")[0]).toBe(
      "key,prompt",
    );
    expect(await cli.run(args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no column 'prompt'."),
    });
  });

  it("names the existing templates in the error for an unknown one", async () => {
    const { code, stderr } = await cli.run(["questions", "-b", "omnidex-demo", "--prompt", "worldsense/audio"]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "is for worldsense, but the question belongs to omnidex-demo. Templates for omnidex-demo: omnidex,",
    );
  });
});

describe("omnidex prompts", () => {
  it("lists the templates of a benchmark, the default first", async () => {
    const lines = (await cli.print(["prompts", "worldsense"])).split("\n");
    expect(lines[0]).toMatch(/^NAME +DEFAULT +INPUTS +FROM +TITLE$/);
    expect(lines[1]).toMatch(/^worldsense\/audio +yes +video, audio +WorldSense, appendix C +Video and audio$/);
    expect(lines.join("\n")).not.toContain("mmworld");
    expect((await cli.print(["prompts"])).split("\n").length).toBeGreaterThan(lines.length);
  });

  it("prints the templates' wording, as text and as JSON", async () => {
    expect(await cli.print(["prompts", "mmworld", "--wording"])).toContain(
      "# mmworld/single-letter (MMWorld's code, evaluation/eval.py)\nAnswer the question {question} by selecting one",
    );
    const [first] = await cli.json<Record<string, unknown>[]>(["prompts", "omnivideobench"]);
    expect(first).toMatchObject({ name: "omnivideobench/multiple-choice", default: true, inputs: ["VIDEO", "AUDIO"] });
  });

  it("reports a misspelt benchmark", async () => {
    expect(await cli.print(["prompts", "omnidex-demo"])).toContain("omnidex/open-ended");
    expect(await cli.run(["prompts", "worldsens"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean 'worldsense'?"),
    });
  });
});
