import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { familyName, numberFamilies } from "../../../src/scoring/items/family-effect.ts";
import { type AnswerMatrix, runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { randomOf } from "../../../test/scoring/metrics/vectors.ts";

const FILE = new URL("../../../../shared/datasets/mmlu-pro/choices.csv.gz", import.meta.url);

/** The families of models whose names do not begin with the family's name. */
const ORGANIZATIONS: readonly (readonly [RegExp, string])[] = [[/^(mi[sx]tral|mathstral)/i, "mistral"]];

/** The answers of 29 language models to MMLU-Pro. */
export interface MmluAnswers {
  readonly matrix: AnswerMatrix;
  readonly ids: readonly string[];
  readonly categories: readonly string[];
  readonly models: readonly string[];
}

/** Reads the answers; null where the file is missing. */
export function mmluAnswers(): MmluAnswers | null {
  const folder = process.env.OMNIDEX_DATASETS;
  const file = folder === undefined ? FILE : new URL(`file://${folder}/mmlu-pro/choices.csv.gz`);
  if (!existsSync(file)) return null;
  const [header = [], ...rows]: string[][] = parse(gunzipSync(readFileSync(file)));
  const models = header.slice(4);
  const options = Uint8Array.from(rows, (row) => Number(row[3]));
  const key = Uint8Array.from(rows, (row) => optionOf(row[2]));
  const families = numberFamilies(models.map((model) => familyName(model, organizationOf(model))));
  const runs = models.map((_, column) => {
    // The models answered at different times, and a few questions were edited in between. An option that the question
    // no longer has does not count as a choice.
    const choices = Uint8Array.from(rows, (row, at) => {
      const option = optionOf(row[4 + column]);
      return option > (options[at] ?? 0) ? 0 : option;
    });
    return runOfChoices(choices, key, families[column] ?? 0);
  });
  return {
    matrix: { questions: rows.length, runs, options, key, clusters: new Int32Array(rows.length).fill(-1) },
    ids: rows.map((row) => row[0] ?? ""),
    categories: rows.map((row) => row[1] ?? ""),
    models,
  };
}

const optionOf = (letter = ""): number => (letter === "" ? 0 : letter.charCodeAt(0) - 64);
const organizationOf = (model: string): string | null =>
  ORGANIZATIONS.find(([pattern]) => pattern.test(model))?.[1] ?? null;

/**
 * The same choices under a partly wrong answer key: for a share of the questions, another option is drawn at random as
 * the right one.
 */
export function flipKeys(
  matrix: AnswerMatrix,
  share: number,
  seed: number,
): { matrix: AnswerMatrix; flipped: Set<number> } {
  const random = randomOf(seed);
  const flipped = new Set<number>();
  while (flipped.size < Math.round(share * matrix.questions)) flipped.add(Math.floor(random() * matrix.questions));
  const key = matrix.key.map((right, question) => {
    const options = matrix.options[question] ?? 0;
    return flipped.has(question) ? 1 + ((right + Math.floor(random() * (options - 1))) % options) : right;
  });
  const runs = matrix.runs.map(({ choices, family }) =>
    runOfChoices(choices ?? new Uint8Array(matrix.questions), key, family),
  );
  return { matrix: { ...matrix, key, runs }, flipped };
}
