import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admin } from "../server/socket-server.ts";
import { skipsWithout } from "../support/required-tools.ts";
import { sharedDataset } from "../support/shared-datasets.ts";
import { python, type ServedPython, servePython } from "./served-python.ts";

const RECIPES = resolve(import.meta.dirname, "../../data/recipes");
const STAMP = "20260218_234435";
const LMMS_EVAL = "formats/lmms-eval";

interface Sample {
  readonly input: string;
  readonly target: string;
  readonly exact_match: number;
}

describe.skipIf(skipsWithout("Python 3.9 with venv", python !== undefined))(
  "real files, submitted from Python (skipped without Python 3.9 and venv)",
  () => {
    let served: ServedPython;
    beforeAll(async () => {
      served = await servePython();
    }, 300_000);
    afterAll(() => served?.close());

    async function imported(slug: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
      const form = new FormData();
      for (const [name, content] of Object.entries(files)) form.append("file", new Blob([content as never]), name);
      const address = `${served.socket.url}/import/${slug}`;
      const response = await fetch(address, { method: "POST", headers: admin, body: form });
      expect(response.status, await response.text()).toBe(200);
    }
    const submit = (...args: readonly string[]): Promise<string> =>
      served.run("python3", "-m", "omnidex", "submit", ...args);

    it("lmms-eval's samples get the score that lmms-eval gave them, with what its summary states", async (context) => {
      const samples = sharedDataset(context, `${LMMS_EVAL}/${STAMP}_samples_scienceqa_img.head20.jsonl`);
      const summary = sharedDataset(context, `${LMMS_EVAL}/${STAMP}_results.json`);
      const rows = Buffer.from(samples.bytes)
        .toString()
        .trim()
        .split("\n")
        .map((line): Sample => JSON.parse(line));
      // The questions as the prompts have them, because the dataset itself is not here.
      const questions = rows.map(({ input, target }, index) => {
        const lines = input.split("\n").slice(0, -1);
        const first = lines.findIndex((line) => /^A\. /.test(line));
        return {
          ...{ key: `q${index}`, task: "Science", level: "REASONING", answer: target },
          text: lines.slice(0, first).join("\n"),
          options: lines.slice(first).map((line) => line.replace(/^[A-Z]\. /, "")),
        };
      });
      const tasks = [{ name: "Science", level: "REASONING" }];
      await imported("scienceqa-img", {
        "scienceqa.json": JSON.stringify({ benchmark: { slug: "scienceqa-img", title: "Science" }, tasks, questions }),
      });
      mkdirSync(join(served.folder, "logs"));
      const path = `logs/${STAMP}_samples_scienceqa_img.jsonl`;
      writeFileSync(join(served.folder, path), samples.bytes);
      writeFileSync(join(served.folder, `logs/${STAMP}_results.json`), summary.bytes);
      const given = [path, `logs/${STAMP}_results.json`, "--benchmark", "scienceqa-img", "--inputs", "image"];
      const right = rows.filter(({ exact_match }) => exact_match === 1).length;
      const text = await submit(...given);
      expect(text).toContain(`: ${((100 * right) / rows.length).toFixed(0)} % (95 %: `);
      const { run } = await served.socket.server.data<{ run: { model: { name: string } } }>(
        `{ run(id: "${text.split(":")[0]}") { model { name } } }`,
      );
      const { model_name } = JSON.parse(Buffer.from(summary.bytes).toString());
      expect(run.model.name).toBe(model_name);
    });

    it("MiniCPM-o 4.5 on Daily-Omni gets the 61.49 % that its authors print", async (context) => {
      const results = sharedDataset(context, "field/minicpm-o-4_5/output_daily_omni_cpp.json");
      const questions = sharedDataset(context, "field/daily-omni/qa.json");
      const recipe = readFileSync(join(RECIPES, "daily-omni.yaml"));
      await imported("daily-omni", { [questions.name]: questions.bytes, "daily-omni.yaml": recipe });
      writeFileSync(join(served.folder, results.name), results.bytes);
      const given = ["--benchmark", "daily-omni", "--model", "MiniCPM-o 4.5", "--inputs", "video,audio"];
      expect(await submit(results.name, ...given)).toMatch(/: 61\.5 % \(95 %: .* of 1197 questions\n$/);
    });
  },
);
