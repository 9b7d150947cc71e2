import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, type TestContext } from "vitest";
import type { SubmittedRun } from "../../../src/sdk/index.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";
import { inFolder } from "../cli-process.ts";
import { serveCli } from "../served-cli.ts";
import { importInto, submitFiles, write } from "./submitting.ts";

const cli = serveCli();
const RECIPES = resolve(import.meta.dirname, "../../../data/recipes");

/** The output of `omnidex submit --json` for several runs. */
interface PrintedRuns {
  readonly ok: boolean;
  readonly runs: readonly {
    readonly file: string;
    readonly column: string | null;
    readonly problem: string | null;
    readonly fields: { readonly model: { readonly name: string }; readonly inputs: readonly string[] } | null;
    readonly read: { readonly predictions: number } | null;
    readonly run: SubmittedRun | null;
  }[];
}

/** Imports a benchmark from a real file by its built-in recipe. */
async function imported(context: TestContext, slug: string, path: string): Promise<void> {
  const file = sharedDataset(context, path);
  const name = `${slug}.yaml`;
  await importInto(cli, slug, [{ name, bytes: readFileSync(join(RECIPES, name)) }, file]);
}

const GIVEN = ["--model", "MiniCPM-o 4.5", "--inputs", "video,audio"];

it("MiniCPM-o 4.5 on Daily-Omni gets the 61.49 % that its authors print, from their file as it is", async (context) => {
  const file = sharedDataset(context, "field/minicpm-o-4_5/output_daily_omni_cpp.json");
  await imported(context, "daily-omni", "field/daily-omni/qa.json");
  const { run, read } = await submitFiles(cli, [file], GIVEN);
  expect(read).toMatchObject({ format: "common", rows: 1197, predictions: 1197, problems: [] });
  expect([run.counts?.correct, run.score?.n, ((run.score?.value ?? 0) * 100).toFixed(2)]).toEqual([736, 1197, "61.49"]);
});

interface Cell {
  readonly model: string;
  readonly split: string;
  readonly config: string;
  readonly correct: number;
  readonly total: number;
}
const TABLES = ["InternVL3-8B_V1_short", "InternVL3-8B_V1_medium", "Qwen3-VL-8B_V1_short", "Qwen3-VL-8B_V1_medium"];

it("MiniCPM-o 4.5 on Video-MME gets 68.52 %, and each column of the wide tables the cell of their manifest", async (context) => {
  const official = sharedDataset(context, "field/minicpm-o-4_5/output_videomme_cpp.json");
  const manifest = sharedDataset(context, "field/video-mme-scalegrid/release_manifest.json");
  const tables = TABLES.map((name) => sharedDataset(context, `field/video-mme-scalegrid/${name}_predictions_wide.csv`));
  await imported(context, "video-mme", "field/minicpm-o-4_5/output_videomme_cpp.json");
  const { run, read } = await submitFiles(cli, [official], [...GIVEN, "--benchmark", "video-mme"]);
  expect(read).toMatchObject({ format: "common", rows: 2700, predictions: 2700, problems: [] });
  expect([run.counts?.correct, ((run.score?.value ?? 0) * 100).toFixed(2)]).toEqual([1850, "68.52"]);

  const printed = await inFolder(async (folder) => {
    for (const table of tables) await write(folder, table);
    await write(folder, { name: "README.md", bytes: new TextEncoder().encode("Tables of answers") });
    const args = ["submit", folder, "--benchmark", "video-mme", "--yes", "--json"];
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "README.md: left out, no file of results.\n" });
    return JSON.parse(stdout) as PrintedRuns;
  });
  const { cells } = JSON.parse(Buffer.from(manifest.bytes).toString()) as { readonly cells: readonly Cell[] };
  const covered = cells.filter(({ model, split }) => TABLES.includes(`${model}_${split}`));
  const byTable = ({ file, column }: PrintedRuns["runs"][number]) =>
    `${file.replace("_predictions_wide.csv", "")} ${column}`;
  const scored = new Map(
    printed.runs.map((each) => [byTable(each), [each.run?.counts?.correct, each.read?.predictions]]),
  );
  expect(scored).toEqual(
    new Map(
      covered.map(({ model, split, config, correct, total }) => [`${model}_${split} ${config}`, [correct, total]]),
    ),
  );
  const [textOnly] = printed.runs.filter(({ column }) => column === "textonly");
  expect(textOnly?.fields).toMatchObject({ model: { name: "InternVL3-8B" }, inputs: ["TEXT"] });
});
