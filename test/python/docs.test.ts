import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localLinks, markdownBlocks } from "../readme/markdown-blocks.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { hasPandas, python, SAMPLES, type ServedPython, SUMMARY, servePython } from "./served-python.ts";

const PATH = resolve(import.meta.dirname, "../../docs/python.md");
const page = readFileSync(PATH, "utf8");
const blocks = markdownBlocks(page);

/** lmms-eval, as far as the hook uses it: a tracker, and a program that writes the samples of one task. */
const LMMS_EVAL = `
import shutil, sys
from types import SimpleNamespace

class EvaluationTracker:
    output_path, date_id = "logs", "20260102_000000"
    general_config_tracker = SimpleNamespace(model_name_sanitized="model")

    def save_results_samples(self, task_name, samples):
        import pathlib
        folder = pathlib.Path("logs/model")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy("${SUMMARY}", folder / "20260102_000000_results.json")
        shutil.copy("${SAMPLES}", folder / f"20260102_000000_samples_{task_name}.jsonl")
`;
const PROGRAM = `
from lmms_eval.loggers import EvaluationTracker

def cli_evaluate():
    EvaluationTracker().save_results_samples(task_name="omnidex_demo", samples=[])
`;

describe.skipIf(skipsWithout("Python 3.9 with venv and pandas", python !== undefined && hasPandas))(
  "docs/python.md (skipped without Python 3.9, venv and pandas)",
  () => {
    let served: ServedPython;
    /** What each Python block prints. All blocks are one program. */
    let outputs: readonly string[];
    const withUrl = (text: string): string => text.replaceAll("http://127.0.0.1:4000", served.socket.url);

    beforeAll(async () => {
      served = await servePython();
      const write = (path: string, text: string): void => {
        mkdirSync(dirname(join(served.folder, path)), { recursive: true });
        writeFileSync(join(served.folder, path), text);
      };
      write("lmms_eval/__init__.py", "");
      write("lmms_eval/loggers.py", LMMS_EVAL);
      write("lmms_eval/__main__.py", PROGRAM);
      const { data } = (await (
        await served.socket.post(
          `{ questions(filter: { benchmarks: ["omnidex-demo"] }, first: 20) { nodes { ordinal text video { key } } } }`,
        )
      ).json()) as { data: { questions: { nodes: { ordinal: number; text: string; video: { key: string } }[] } } };
      const rows = data.questions.nodes.map(({ ordinal, text, video }) => [ordinal, text, video.key, "B"].join("\t"));
      write(
        "outputs/My-Model/T1/My-Model_Omnidex_Demo_32frame.tsv",
        `index\tquestion\tvideo\tprediction\n${rows.join("\n")}\n`,
      );
      const program = blocks
        .filter(({ language }) => language === "python")
        .map(({ text }) => `${text}print("-- end of block --")\n`)
        .join("");
      write("page.py", withUrl(program));
      outputs = (await served.run("python3", "page.py")).split("-- end of block --\n");
    }, 300_000);
    afterAll(() => served?.close());

    it("installs the client from the server alone", () => {
      expect(served.installed).toMatch(/Successfully installed omnidex-\d/);
      expect(served.installed).not.toContain("http://127.0.0.1:4000");
    });

    it("goes from a slice to a table for the paper in twelve lines", () => {
      const block = blocks.find(({ language }) => language === "python");
      expect((block?.text.trim().split("\n") ?? []).filter((line) => line !== "").length).toBeLessThanOrEqual(12);
      expect(outputs[0]).toMatch(/^\d+ questions about music\n[+-]0\.\d{3}, p = [01]\.\d{3}, n = \d+\n/);
      expect(outputs[0]).toContain("\\begin{tabular}");
    });

    it("runs the program of README.md", async () => {
      const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8");
      const program = markdownBlocks(readme).find(({ language }) => language === "python");
      writeFileSync(join(served.folder, "readme.py"), withUrl(program?.text ?? ""));
      const output = await served.run("python3", "readme.py");
      expect(output).toMatch(/^0\.2\d+ \{'lower': 0\.1\d+, 'upper': 0\.2\d+, 'level': 0\.95\} \d\S+\n/);
      expect(output).toContain("All of the slice & 480 & \\textbf{+21.7} & +16.0 to +27.3 & \\textless{} .001");
    });

    it("prints what the other blocks say", () => {
      expect(outputs[1]).toMatch(
        /^\S+ .+\n\d+\n +level +score\.value +score\.n\n( *[\w ]+ 0\.\d+ +\d+\n)+\d+ \['WRONG'\]\n$/,
      );
      expect(outputs[2]).toMatch(/^\d+\n\{'benchmark': \{'title': '.+'\}\}\n$/);
      expect(outputs[3]).toMatch(/^SCORED \d+\n$/);
      expect(outputs[4]).toBe("");
      expect(outputs[5]).toBe("for the appendix None\n");
      expect(outputs[6]).toBe("BAD_USER_INPUT 1\n");
      expect(outputs).toHaveLength(8);
    });

    it.each(blocks.filter(({ language }) => language === "bash"))("line $line: $text", async ({ text }) => {
      const output = await served.run("bash", "-c", withUrl(text));
      if (text.includes("pip install")) expect(output).toContain("Requirement already satisfied: omnidex");
      else if (text.includes("--dry-run")) expect(output).toMatch(/^0 errors, \d+ warnings\. Nothing was stored\.\n/);
      else if (text.includes("vlmevalkit")) expect(output).toMatch(/^run_\d+: \d+\.\d % .* questions\n$/);
      else if (text.includes("lmms_eval")) expect(existsSync(join(served.folder, "logs/model"))).toBe(true);
      else throw new Error(`no expectation for: ${text}`);
    });
  },
);

it("links to files that exist", () => {
  for (const link of localLinks(page)) expect([link, existsSync(resolve(dirname(PATH), link))]).toEqual([link, true]);
});
