/** The maximum number of options of a question. Labels go from A to ZZ. */
export const MOST_OPTIONS = 702;
/**
 * The maximum number of options of a question for which it is counted how often models chose each option. The chosen
 * option is stored in one byte.
 */
export const MOST_COUNTED_OPTIONS = 255;

/** Whether a question has too many options to count how often models chose each of them. */
export const hasUncountedOptions = (question: {
  readonly answerFormat: string;
  readonly options: readonly unknown[];
}) => question.answerFormat === "MULTIPLE_CHOICE" && question.options.length > MOST_COUNTED_OPTIONS;

/** The label of an option by its position: 0 is "A", 25 is "Z", 26 is "AA". */
export function optionLabel(position: number): string {
  const head = position >= 26 ? optionLabel(Math.floor(position / 26) - 1) : "";
  return head + String.fromCharCode(65 + (position % 26));
}

/** The position of a label, or -1 if the text is not a label. Case does not matter. */
export function optionPosition(label: string): number {
  if (!/^[a-z]{1,2}$/i.test(label)) return -1;
  return [...label.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The labels of several options, in the options' order: "A, C". */
export const selectionLabels = (positions: readonly number[]): string =>
  [...new Set(positions)]
    .sort((one, other) => one - other)
    .map(optionLabel)
    .join(", ");

/** The positions of the labels of `selectionLabels`; -1 for a word that is not a label. */
export const selectionPositions = (labels: string): readonly number[] =>
  labels.split(",").map((label) => optionPosition(label.trim()));
