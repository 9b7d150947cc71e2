import { readdirSync } from "node:fs";
import { HUB_DATASETS } from "../../domain/hub-datasets.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import { parseRecipe, type Recipe } from "../../formats/recipes/recipe.ts";
import { dataFile } from "../../server/config/project-root.ts";
import { builtInRecipe } from "../../server/workers/unpacked-files.ts";
import { recipeAt } from "../benchmarks/proposed-recipe.ts";
import { namesHint, UsageError } from "../output/usage-error.ts";

/** Where a benchmark's official files are. */
interface KnownSource {
  /** A dataset of the Hugging Face Hub. */
  readonly repo: string;
  /**
   * Sets of question files, without videos, by their paths or with * for any characters. The first set that has any file in
   * the dataset is used.
   */
  readonly files: readonly (readonly string[])[];
  /** What the authors allow, in a few lines. `pull` shows it before the licence that the Hub's card names. */
  readonly terms: readonly string[];
}

/** What is pulled for which benchmark. */
export interface PullSource extends KnownSource {
  readonly benchmark: string;
  /** A branch, a tag or a commit. */
  readonly revision: string;
  /** Whether `files` are names as in a recipe, which files in folders may have. */
  readonly byName: boolean;
  /** The recipe that reads the files: the user's, or the built-in one of the benchmark. */
  readonly recipe: ImportFile | null;
}

/** The folders listed in AVI-Bench's README. */
const AVI_TASKS: Readonly<Record<string, readonly string[]>> = {
  perception: ["AMIC", "VMIC", "AVL", "AVM"],
  understand: ["VAR", "AVR", "AVC"],
  reasoning: ["AVH", "VAH", "AVQA", "AVLG"],
  sensation: ["ASQA", "VSQA_I", "VSQA_V", "AVSQA"],
};

const aviFiles = Object.entries(AVI_TASKS).flatMap(([stage, tasks]) =>
  tasks.map((task) => `levels/${stage}/${task}/data.json`),
);

/** The official source of each benchmark, by its slug. */
export const PULL_SOURCES: ReadonlyMap<string, KnownSource> = new Map([
  [
    "worldsense",
    {
      repo: HUB_DATASETS.worldsense,
      files: [["worldsense_qa.json"]],
      terms: [
        "CC BY-NC-SA 4.0 by the paper's appendix H, CC BY-NC 4.0 by its datasheet: not for commercial use either way.",
        "The videos belong to their owners.",
      ],
    },
  ],
  [
    "omnivideobench",
    {
      repo: HUB_DATASETS.omnivideobench,
      files: [["data.parquet"], ["data.json"]],
      terms: [
        "CC BY-NC-SA 4.0: for research, not for commercial use.",
        "The dataset is gated: accept its authors' terms on its page, with a Hugging Face account.",
      ],
    },
  ],
  ["mmworld", { repo: HUB_DATASETS.mmworld, files: [["mmworld.json"]], terms: ["CC BY 4.0: name the authors."] }],
  [
    "avi-bench",
    {
      repo: HUB_DATASETS["avi-bench"],
      files: [aviFiles],
      terms: [
        "CC BY-ND 4.0 with the AVI-Bench Data Use Policy 1.0 (28 May 2026), whose addendum prevails:",
        "- for evaluation only: no part of it may be used to train, tune, distill or align a model, or to make data for that;",
        "- it must not be redistributed, mirrored or hosted elsewhere, so let nobody else use a server that has imported it;",
        "- it must not be scraped, crawled or batch-downloaded against the robots.txt of its page;",
        "- whoever publishes results must cite the paper. Downloading the benchmark means accepting the policy:",
        "  https://github.com/FudanCVL/AVI-Bench/blob/main/DATA_USE_POLICY.md",
        "Omnidex downloads the 15 annotation files, one after another, and no media.",
      ],
    },
  ],
]);

/** What the command line says about the source. */
export interface SourceOptions {
  readonly repo?: string;
  readonly file?: readonly string[];
  readonly revision?: string;
  /** The path of a recipe. */
  readonly recipe?: string;
}

/**
 * Finds what to download.
 * @param named a benchmark's slug, or `hf:<owner>/<dataset>`, whose benchmark the recipe names
 * @throws {UsageError} if the dataset, its files or the benchmark are not known, or not named correctly
 * @throws {ImportError} for a broken recipe
 */
export async function findSource(named: string, options: SourceOptions): Promise<PullSource> {
  const dataset = named.startsWith("hf:") ? named.slice("hf:".length) : undefined;
  if (dataset !== undefined && options.repo !== undefined)
    throw new UsageError(`'${named}' and --repo name two datasets.`, "Leave one of them out.");
  const own = options.recipe === undefined ? null : await recipeAt(options.recipe);
  if (dataset !== undefined && own === null) throw namesNoBenchmark(dataset);
  const known = PULL_SOURCES.get(named);
  const file = own ?? (known === undefined ? builtInRecipe(named) : null);
  const recipe = file === null ? null : parseRecipe(file);
  const benchmark = dataset === undefined ? named : (recipe?.benchmark.slug ?? "");
  if (recipe !== null && recipe.benchmark.slug !== benchmark)
    throw new UsageError(`'${file?.name}' is a recipe of '${recipe.benchmark.slug}', not of '${benchmark}'.`);
  const repo = dataset ?? options.repo ?? recipe?.hub?.dataset ?? known?.repo;
  if (repo === undefined) throw noDataset(benchmark, own);
  if (!/^[\w.-]+\/[\w.-]+$/.test(repo))
    throw new UsageError(`'${repo}' is not a dataset of the Hub.`, "Datasets look like honglyhly/WorldSense.");
  const given = options.file ?? recipe?.hub?.files;
  const names = given === undefined && recipe !== null ? namesIn(recipe) : undefined;
  const files = given ? [given] : (names ?? known?.files);
  if (files === undefined) throw noFiles(benchmark, repo, file);
  for (const path of files.flat()) checkPath(path);
  // The commit of another dataset says nothing about this one.
  const pinned = recipe?.hub?.dataset === repo ? recipe.hub.revision : undefined;
  const license = recipe?.benchmark.license;
  const terms = license === undefined ? [] : [`Its recipe says: ${license}.`];
  return {
    ...{ benchmark, repo, files, byName: names !== undefined, recipe: file },
    terms: known?.terms ?? terms,
    revision: options.revision ?? pinned ?? "main",
  };
}

/** The names of the files that a recipe reads; undefined if it reads any. */
function namesIn({ files, join = {} }: Recipe): readonly (readonly string[])[] | undefined {
  return files === undefined
    ? undefined
    : [[...new Set([...[files].flat(), ...Object.values(join).map(({ file }) => file)])]];
}

/** The benchmarks that can be pulled by name. */
function pullable(): readonly string[] {
  const recipes = readdirSync(dataFile("recipes")).map((name) => name.replace(/\.yaml$/, ""));
  const onHub = recipes.filter((slug) => {
    const file = builtInRecipe(slug);
    return file !== null && parseRecipe(file).hub !== undefined;
  });
  return [...PULL_SOURCES.keys(), ...onHub];
}

const namesNoBenchmark = (dataset: string): UsageError =>
  new UsageError(
    `'hf:${dataset}' names no benchmark.`,
    `Name a recipe, which does: --recipe my-bench.yaml. Or name the benchmark, and a recipe is proposed: omnidex pull my-bench --repo ${dataset} --file rows.jsonl`,
  );

const noDataset = (benchmark: string, recipe: ImportFile | null): UsageError =>
  recipe === null
    ? new UsageError(
        `There is no known dataset for '${benchmark}'.`,
        `${namesHint(benchmark, pullable(), "benchmarks with a known dataset")} For any other benchmark, name the dataset with --repo and its files with --file.`,
      )
    : new UsageError(
        `'${recipe.name}' has no section 'hub', which names the dataset.`,
        `Name the dataset: omnidex pull hf:<owner>/<dataset> --recipe ${recipe.name}`,
      );

const noFiles = (benchmark: string, repo: string, recipe: ImportFile | null): UsageError =>
  recipe === null
    ? new UsageError(`There are no known files of '${benchmark}' in '${repo}'.`, "Name them with --file.")
    : new UsageError(
        `'${recipe.name}' does not say which files of '${repo}' it reads.`,
        "Name them with --file, or in the recipe: in 'hub.files', or as a pattern in 'files'.",
      );

/** Refuses a path that could leave the folder on any system. */
export function checkPath(path: string): void {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..") || /[\\:\p{Cc}]/u.test(path))
    throw new UsageError(`'${path}' is not the path of a file in a dataset.`, "Paths look like data/questions.json.");
}
