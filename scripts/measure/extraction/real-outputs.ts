import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

const BESIDE_THE_REPOSITORY = resolve(import.meta.dirname, "../../../../shared/datasets");

/** The folder of MMLU-Pro's published logs: in `OMNIDEX_DATASETS`, or in `../shared/datasets`. */
export const OUTPUTS_FOLDER = resolve(process.env.OMNIDEX_DATASETS ?? BESIDE_THE_REPOSITORY, "mmlu-pro");

/** A question of MMLU-Pro; `answer` is the letter of the gold option. */
export interface LoggedQuestion {
  readonly id: number;
  readonly question: string;
  readonly options: readonly string[];
  readonly answer: string;
}

/** A response as logged; `pred` is what the authors' script read, or null. */
interface LoggedOutput {
  readonly id: number;
  readonly response: string;
  readonly pred: string | null;
}

interface Label {
  readonly model: string;
  readonly id: number;
  /** A letter, or "none". */
  readonly gold: string;
  readonly debatable: boolean;
}

/**
 * The kinds of responses. Plain and run-on responses declare their answer, labelled responses were read by hand, and
 * open responses have no known answer.
 */
export const KINDS = ["plain", "run-on", "labelled", "open"] as const;
export type Kind = (typeof KINDS)[number];

/** A response with its question, and the answer that it gives. */
export interface RealOutput extends LoggedOutput {
  readonly model: string;
  readonly question: LoggedQuestion;
  readonly kind: Kind;
  /** The letter that the response commits to; null if it commits to none; undefined if that is unknown. */
  readonly gold: string | null | undefined;
}

/** The models whose logs are in the folder, by name; empty if there is no folder. */
export function modelsIn(folder: string): string[] {
  const outputs = resolve(folder, "outputs");
  if (!existsSync(outputs)) return [];
  return readdirSync(outputs)
    .filter((name) => name.endsWith(".jsonl.gz"))
    .map((name) => basename(name, ".jsonl.gz"))
    .toSorted();
}

/** Reads the outputs of one model after another, so only one log is in memory at a time. */
export function* realOutputs(folder: string): Generator<{ model: string; outputs: RealOutput[] }> {
  const questions = new Map(
    readLines<LoggedQuestion>(resolve(folder, "questions.jsonl.gz")).map((one) => [one.id, one]),
  );
  const labels = existsSync(resolve(folder, "labels.jsonl")) ? readLines<Label>(resolve(folder, "labels.jsonl")) : [];
  for (const model of modelsIn(folder)) {
    const ownLabels = new Map(labels.filter((one) => one.model === model).map((one) => [one.id, one]));
    const logged = readLines<LoggedOutput>(resolve(folder, "outputs", `${model}.jsonl.gz`));
    yield { model, outputs: logged.flatMap((one) => describe(model, one, questions, ownLabels)) };
  }
}

function describe(
  model: string,
  output: LoggedOutput,
  questions: ReadonlyMap<number, LoggedQuestion>,
  labels: ReadonlyMap<number, Label>,
): RealOutput[] {
  const question = questions.get(output.id);
  if (question === undefined) return [];
  const declared = classify(output.response, question.options.length);
  if (declared.kind !== "open") return [{ ...output, model, question, ...declared }];
  const label = labels.get(output.id);
  if (label === undefined || label.debatable) return [{ ...output, model, question, ...declared }];
  return [{ ...output, model, question, kind: "labelled", gold: label.gold === "none" ? null : label.gold }];
}

const DECLARATION = /answer is:?\s*\(?([A-J])\)?(?![A-Za-z])/gi;
const CLOSING = /^[\s.'"’”()[\]{}*]*$/;
const NEXT_QUESTION = /\n\s*(?:Question|Q)\s*:/;

/** The kind of a response and its declared letter, by the two patterns of the data set's README. */
export function classify(
  response: string,
  options: number,
): { readonly kind: "plain" | "run-on"; readonly gold: string } | { readonly kind: "open"; readonly gold: undefined } {
  const plain = declaredLetter(response, options);
  if (plain !== null) return { kind: "plain", gold: plain };
  const cut = response.search(NEXT_QUESTION);
  const first = cut < 0 ? null : declaredLetter(response.slice(0, cut), options);
  return first === null ? { kind: "open", gold: undefined } : { kind: "run-on", gold: first };
}

function declaredLetter(text: string, options: number): string | null {
  const declarations = [...text.matchAll(DECLARATION)];
  const last = declarations.at(-1);
  if (last === undefined) return null;
  const letters = new Set(declarations.map((one) => one[1]?.toUpperCase()));
  const [letter = ""] = letters;
  const isOption = letter.charCodeAt(0) - "A".charCodeAt(0) < options;
  return letters.size === 1 && isOption && CLOSING.test(text.slice(last.index + last[0].length)) ? letter : null;
}

/** Whether the response declares a letter anywhere, in the words that the benchmark's prompt asks for. */
export const declaresLetter = (response: string): boolean => response.search(DECLARATION) >= 0;

function readLines<T>(path: string): T[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): T => JSON.parse(line));
}
