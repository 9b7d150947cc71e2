import { counted } from "./texts.ts";

/** The number of parameters that each unit in a model's size stands for. */
export const SIZE_UNITS = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 } as const;
type Unit = keyof typeof SIZE_UNITS;

/** The sizes that this module and the database can read. @see src/server/db/tables/run-tables.ts, `parameterCount` */
const SIZE = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*([kmbt])(?:-a\d+(?:\.\d+)?[kmbt]?)?\s*$/i;
/** Other spellings: "7,6B", "7.6 billion", "7B parameters". */
const WORDED = /^\s*(\d+(?:[.,]\d+)?)\s*([kmbt]|thousand|million|billion|trillion)\s*(?:params?|parameters?)?\s*$/i;
/** A plain number: "7000000000", "7e9". */
const NUMBER = /^\s*\d+(?:\.\d+)?(?:e\+?\d{1,2})?\s*$/i;
/** The fewest parameters of a model. A smaller number lacks its unit. */
export const FEWEST_PARAMETERS = 1000;

/** The number of parameters in a size such as "7B" or "30B-A3B"; null if it cannot be read or is 0. */
export function modelSize(text: string): number | null {
  const [, number = "", unit = ""] = SIZE.exec(text) ?? [];
  const count = Number(number) * (SIZE_UNITS[unit.toUpperCase() as Unit] ?? 0);
  return count > 0 ? count : null;
}

/** A remark on a size that cannot be read, with the spelling that was probably meant; null for a readable size. */
export function sizeRemark(text: string): string | null {
  if (text.trim() === "" || modelSize(text) !== null) return null;
  const meant = intendedSize(text);
  const advice = meant === null ? "" : ` Did you mean ${meant}?`;
  return `The size '${text}' cannot be read as a number of parameters, so filters by size leave the model out. Expected the total, such as 350M, 7B or 30B-A3B.${advice}`;
}

/**
 * The size that was probably meant; null if unknown. The total of "8x7B" is unknown, because the experts of a mixture
 * share parameters.
 */
function intendedSize(text: string): string | null {
  const [, number = "", unit = ""] = WORDED.exec(text) ?? [];
  const letter = unit.toLowerCase() === "thousand" ? "K" : unit.slice(0, 1).toUpperCase();
  if (number !== "") return readable(`${Number(number.replace(",", "."))}${letter}`);
  if (!NUMBER.test(text)) return null;
  const count = Number(text);
  if (count < FEWEST_PARAMETERS) return count > 0 ? readable(`${count}B`) : null;
  const fitting = (["T", "B", "M", "K"] as const).find((name) => count >= SIZE_UNITS[name]);
  return fitting === undefined ? null : readable(`${count / SIZE_UNITS[fitting]}${fitting}`);
}

const readable = (size: string): string | null => (modelSize(size) === null ? null : size);

/**
 * Whether a release has another number of questions than the benchmark's paper, so that runs and the papers' figures are
 * over different questions. False if the paper's number is unknown, or if nothing is imported.
 */
export const isOtherSize = (questions: number, ofPaper: number | null): ofPaper is number =>
  ofPaper !== null && questions !== 0 && ofPaper !== questions;

/** A warning that the papers' figures are over other questions than a release, by {@link isOtherSize}; else null. */
export function paperSizeText(benchmark: string, questions: number, ofPaper: number | null): string | null {
  if (!isOtherSize(questions, ofPaper)) return null;
  return `The papers' figures are over ${counted(ofPaper, "question")}, but this release of ${benchmark} has ${counted(questions, "question")}: they cannot be compared with its runs.`;
}
