import { optionLabel, optionPosition } from "../../domain/option-label.ts";
import type { RecordReader } from "../files/record-reader.ts";
import type { OddityLog } from "./oddities.ts";

/** "A. text", "A.text", "A: text", "A) text", "(A) text". */
const PUNCTUATED = /^\s*(?:\(([A-Za-z])\)|([A-Za-z])\s?[.:)、．：])\s*/;
/** "A text". The letter is a label only if other options have one, too, because "A cat" may also be a text. */
const SPACED = /^\s*([A-Z])\s+(?=\S)/;

/** Options without their labels. */
export interface LabelledOptions {
  readonly texts: readonly string[];
  /** The labels that an answer refers to: A, B, C … by position, or the labels in the file if these have a gap. */
  readonly labels: readonly string[];
}

interface Label {
  readonly position: number;
  readonly length: number;
  readonly punctuated: boolean;
}

/**
 * Reads a list of options and removes their labels. Afterwards, an option's label follows from its position.
 *
 * Labels are removed if the list as a whole is labelled. This is so in three cases: every option begins with the letter
 * of its own position ("A Yes", "B No"); every option begins with any letter of the list and punctuation (A, B, A, B in
 * OmniVideoBench's video_81); or the letters have a gap (A, B, D). If only some options have the label of their
 * position with punctuation, only those are stripped. So "A cat" is kept beside "Two dogs" and "Three birds".
 */
export const readLabelledOptions = (column: RecordReader, key: string, oddities: OddityLog): LabelledOptions =>
  readOptions(column.strings(), key, oddities, column.path);

/** Like `readLabelledOptions`, for options that do not come from a file. Returns only the texts. */
export const readOptionTexts = (options: readonly string[], key: string, oddities: OddityLog): readonly string[] =>
  readOptions(options, key, oddities, "").texts;

function readOptions(options: readonly string[], key: string, oddities: OddityLog, path: string): LabelledOptions {
  const labels = options.map((option) => readLabel(option, options.length + MOST_MISSING));
  if (haveGap(labels)) {
    const names = labels.map((label) => optionLabel(label?.position ?? 0));
    reportLabelGap(names, key, oddities, path);
    return { texts: strip(options, labels), labels: names };
  }
  const within = labels.map((label) => (label !== null && label.position < options.length ? label : null));
  return { texts: readPlain(options, within, key, oddities), labels: options.map((_, index) => optionLabel(index)) };
}

/** Reports labels with a gap. */
export function reportLabelGap(labels: readonly string[], key: string, oddities: OddityLog, path: string): void {
  const here = labels.map((_, index) => optionLabel(index)).join(", ");
  const message = `The labels of the options are ${labels.join(", ")} at ${path}; the answer refers to them. Here they become ${here}.`;
  oddities.add("OPTION_LABELS_WITH_GAP", key, message);
}

/** The most labels that may be missing. Names of species have larger gaps: "A. thaliana", "E. coli". */
const MOST_MISSING = 2;

/** Whether all options have labels, all labels are different, and some are missing. */
function haveGap(labels: readonly (Label | null)[]): boolean {
  const places = labels.map((label) => label?.position ?? -1);
  if (labels.length < 2 || places.includes(-1) || new Set(places).size < places.length) return false;
  const missing = Math.max(...places) + 1 - places.length;
  // Without an A, a short list is more likely a list of names: "B. Russell", "C. Peirce".
  const most = places.includes(0) ? MOST_MISSING : Math.min(1, labels.length - 2);
  // Without punctuation, "A cat" and "I think" are texts.
  const sure = labels.every((label) => label?.punctuated) || (places[0] === 0 && places[1] === 1);
  return sure && missing > 0 && missing <= most;
}

function readPlain(
  options: readonly string[],
  labels: readonly (Label | null)[],
  key: string,
  oddities: OddityLog,
): readonly string[] {
  const placed = labels.map((label, position) => label?.position === position);
  if (options.length > 0 && placed.every(Boolean)) return strip(options, labels);
  if (labels.every((label) => label?.punctuated) && labels.length > 1) {
    oddities.add("OPTION_LABELS_OUT_OF_ORDER", key, "Option labels are not A, B, C … in order; positions count.");
    return strip(options, labels);
  }
  return stripPlaced(options, labels, key, oddities);
}

function stripPlaced(
  options: readonly string[],
  labels: readonly (Label | null)[],
  key: string,
  oddities: OddityLog,
): readonly string[] {
  const sure = labels.map((label, position) => (label?.punctuated && label.position === position ? label : null));
  const labelled = sure.filter((label) => label !== null).length;
  // A single match is more likely a text ("A. thaliana") than the only label of a list.
  if (labelled < 2) return options;
  const missing = options.length - labelled;
  oddities.add(
    "OPTION_WITHOUT_LABEL",
    key,
    `${missing} of ${options.length} options lack the label of their position.`,
  );
  return strip(options, sure);
}

function readLabel(option: string, count: number): Label | null {
  const punctuated = PUNCTUATED.exec(option);
  const match = punctuated ?? SPACED.exec(option);
  const position = optionPosition(match?.[1] ?? match?.[2] ?? "");
  if (match === null || position < 0 || position >= count) return null;
  return { position, length: match[0].length, punctuated: punctuated !== null };
}

const strip = (options: readonly string[], labels: readonly (Label | null)[]): readonly string[] =>
  options.map((option, position) => option.slice(labels[position]?.length ?? 0).trim());
