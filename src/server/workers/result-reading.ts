import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import type { SubmissionFile } from "../../formats/files/submission-file.ts";
import type { JoinQuestion, JoinRelease } from "../../formats/join/found-question.ts";
import { joinedPredictions } from "../../formats/join/join-submission.ts";
import { type ReaderReport, runRefusal, unfittingRows } from "../../formats/join/reader-report.ts";
import { checkRun, type OpenedRun, openGroup } from "../../formats/opened-runs.ts";
import type { ReadOptions } from "../../formats/read-submission.ts";
import { parseRecipe } from "../../formats/recipes/recipe.ts";
import { recipeResults } from "../../formats/recipes/recipe-results.ts";
import type { SubmissionFormatName } from "../../formats/rows/submission-format.ts";
import type { SubmissionHeader } from "../../formats/rows/submission-row.ts";
import { DiskFile, linesIn } from "./line-spool.ts";
import { builtInRecipe, withUnpackedFiles } from "./unpacked-files.ts";

/** How the result files of a run are read. */
export interface ResultOptions {
  /** Detected without it. */
  readonly format?: SubmissionFormatName;
  /** Which repetition of the questions to read, from 1; each is a run without it. */
  readonly epoch?: number;
  /** Whether the rows that can be used are read, even if others cannot. */
  readonly allowPartial?: boolean;
}

/** One run in result files. */
export interface ReadRun {
  readonly file: string;
  /** The column or the repetition, if the files have several runs. */
  readonly part: string | null;
  /** Which repetition of the questions it is; null if the files have one. */
  readonly repetition: { readonly number: number; readonly of: number } | null;
  /** The fields that the files state. */
  readonly header: SubmissionHeader;
  readonly read: ReaderReport;
}

/** The file in `folder` with the questions of the release, and that with the rows of a run: a line of JSON for each. */
export const RELEASE_FILE = "release";
export const rowsFile = (run: number): string => `rows-${run}`;

/**
 * Reads the result files of a run, or of the columns or repetitions in them, and joins their rows to the questions in `folder`. The
 * rows are written to files in `folder`.
 * @param files all of one run, and perhaps a recipe that says how they are read
 * @throws {ImportError} for files that hold no results; `BAD_USER_INPUT` for rows that cannot be used
 */
export const readResultsHere = (
  benchmark: string,
  files: readonly DiskFile[],
  folder: string,
  options: ResultOptions,
): Promise<readonly ReadRun[]> =>
  withUnpackedFiles(files, async (plain) => {
    const recipe = plain.find(({ name }) => isRecipe(name));
    const results = plain.filter((file) => file !== recipe);
    const release = readRelease(benchmark, join(folder, RELEASE_FILE));
    const opened = await openGroup(submissionFiles(results), readingOf(benchmark, recipe, options), benchmark);
    const runs: ReadRun[] = [];
    for (const [index, run] of opened.entries()) {
      const path = join(folder, rowsFile(index));
      runs.push(await readRun(run, release, path, options.allowPartial === true));
    }
    return runs;
  });

const isRecipe = (name: string): boolean => /\.ya?ml$/i.test(name);

/**
 * How to read result files: as a recipe says; or, for a benchmark whose built-in recipe has `results`, as that says, if the
 * rows of the file have its fields; else by format.
 * @throws {ImportError} for a recipe that is wrong or has no `results`
 */
export function readingOf(
  benchmark: string,
  recipe: ImportFile | undefined,
  { format, epoch }: Pick<ResultOptions, "format" | "epoch">,
): ReadOptions {
  if (recipe !== undefined) return { format: recipeResults(parseRecipe(recipe), recipe.name), epoch };
  if (format !== undefined) return { format, epoch };
  const builtIn = builtInRecipe(benchmark);
  const own = builtIn === null ? null : parseRecipe(builtIn);
  const preferred = own?.results === undefined ? undefined : recipeResults(own, builtIn?.name ?? "");
  return { epoch, preferred };
}

function readRelease(benchmark: string, path: string): JoinRelease {
  const file = new DiskFile(path, path);
  try {
    return { benchmark, questions: [...linesIn([file.bytes])].map((line): JoinQuestion => JSON.parse(line)) };
  } finally {
    file.close();
  }
}

/** The files as readers of results take them. Each is beside the others in its folder. */
function submissionFiles(files: readonly ImportFile[]): readonly SubmissionFile[] {
  const opened: SubmissionFile[] = files.map((file) => {
    const source = file.pieces;
    if (source === undefined) throw new Error("a result file is read from disk");
    const folder = file.name.slice(0, file.name.lastIndexOf("/") + 1);
    return {
      name: file.name,
      size: source.size,
      // Copied, because the source reuses its memory.
      read: async (position, length) =>
        Uint8Array.from(source.read(position, Math.min(source.size, position + length))),
      sibling: async (name) => opened.find((other) => other.name === `${folder}${name}`) ?? null,
    };
  });
  return opened;
}

/** @throws `BAD_USER_INPUT` with the report if rows cannot be used */
async function readRun(
  { file, part, header, submission }: OpenedRun,
  release: JoinRelease,
  path: string,
  allowPartial: boolean,
): Promise<ReadRun> {
  const { report, read } = await checkRun(submission, release, allowPartial);
  const unfitting = unfittingRows(read, release.benchmark, submission.header);
  const refusal = runRefusal(read, unfitting, allowPartial ? null : "'allowPartial' submits");
  const title = part === null ? "" : `${file}, ${part}: `;
  if (refusal !== null) throw new OmnidexError("BAD_USER_INPUT", `${title}${refusal}`, { file, part, read });
  const rows = openSync(path, "wx", 0o600);
  try {
    for await (const prediction of joinedPredictions(submission, release, report))
      writeSync(rows, `${JSON.stringify(prediction)}\n`);
  } finally {
    closeSync(rows);
  }
  return { file, part, repetition: submission.repetition ?? null, header, read };
}

/** @throws `BAD_USER_INPUT` if no file is one of results */
export function requireResults(files: readonly Pick<ImportFile, "name">[]): void {
  const recipes = files.filter(({ name }) => isRecipe(name));
  if (files.length === recipes.length) throw badInput("The form must hold at least one 'file' of results.");
  if (recipes.length > 1) throw badInput(`Of the files, only one may be a recipe; there are ${recipes.length}.`);
}
