import { optionPosition } from "../../domain/option-label.ts";
import type { OddityLog } from "./oddities.ts";

/** "A. text", "A.text", "A: text", "A) text", "(A) text". */
const PUNCTUATED = /^\s*(?:\(([A-Za-z])\)|([A-Za-z])\s?[.:)、．：])\s*/;
/** "A text". It is a label only if other options have one too, because "A cat" is also a text. */
const SPACED = /^\s*([A-Z])\s+(?=\S)/;

interface Label {
  readonly position: number;
  readonly length: number;
  readonly punctuated: boolean;
}

/**
 * The options' texts without their labels. Afterwards, an option's label follows from its position.
 *
 * Labels are removed if the list as a whole is labelled: every option begins with the letter of its own position ("A
 * Yes", "B No"), or every option begins with some letter of the list and punctuation (A, B, A, B in OmniVideoBench's
 * video_81). If only some options have the label of their position with punctuation, only those are stripped. So "A
 * cat" is kept beside "Two dogs" and "Three birds".
 */
export function readOptionTexts(options: readonly string[], key: string, oddities: OddityLog): readonly string[] {
  const labels = options.map((option) => readLabel(option, options.length));
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
  oddities.add("OPTION_WITHOUT_LABEL", key, `${missing} of ${options.length} options have no label of their place.`);
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
