import type { OptionSet, Restatement } from "./grid-parts.ts";

const LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The label of the option at a position: "A" for 0. */
export const labelAt = (position: number): string => LABELS.charAt(position);

const withoutStop = (text: string): string => text.replace(/\.$/, "");
const midSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** "A, B or C" */
const listed = (parts: readonly string[], word: string): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;

/** Fills each `{name}` that has a value. Other braces, such as those of LaTeX, stay. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function valuesOf(set: OptionSet, gold: number): Record<string, string> {
  const labels = set.options.map((_, at) => labelAt(at));
  const texts = set.options.map(withoutStop);
  const at = (offset: number): number => (gold + offset) % labels.length;
  return {
    question: set.question,
    ...ofOption(set, gold),
    other: labelAt(at(1)),
    third: labelAt(at(2)),
    others: listed(
      labels.filter((_, position) => position !== gold),
      "and",
    ),
    or: listed(labels, "or"),
    and: listed(labels, "and"),
    texts: texts.join("; "),
    labelled: texts.map((text, position) => `${labelAt(position)}. ${text}`).join(", "),
    outside: labelAt(labels.length),
  };
}

function ofOption(set: OptionSet, position: number): Record<string, string> {
  const text = withoutStop(set.options[position] ?? "");
  return {
    label: labelAt(position),
    lower: labelAt(position).toLowerCase(),
    number: String(position + 1),
    text,
    mid: midSentence(text),
  };
}

function listOf(restatement: Restatement, set: OptionSet, gold: number): string {
  const { item = "", goldItem = item, join = "\n" } = restatement;
  return set.options
    .map((_, position) => [position === gold ? goldItem : item, ofOption(set, position)] as const)
    .flatMap(([template, values]) => (template === null ? [] : [fill(template, values)]))
    .join(join);
}

/** The text before the conclusion, and the text after it. */
function around(restatement: Restatement): readonly [before: string, after: string] {
  const [before = "", after = ""] = restatement.text.split("{conclusion}");
  return [before, after];
}

/** Whether the restatement continues after the conclusion. */
export const hasMoreAfter = (restatement: Restatement): boolean => around(restatement)[1] !== "";

/** Whether the conclusion follows other text on its line. */
export const endsMidLine = (restatement: Restatement): boolean => /[^\n]$/.test(around(restatement)[0]);

/** The whole response: the restatement around the sentence, both about the option at `position`. */
export function respond(restatement: Restatement, sentence: string, set: OptionSet, position: number): string {
  const values = { ...valuesOf(set, position), list: listOf(restatement, set, position) };
  const [before, after] = around(restatement);
  const startsBlock = /^(?:#|```)/.test(sentence) && endsMidLine(restatement);
  return fill(before, values) + (startsBlock ? "\n\n" : "") + fill(sentence, values) + fill(after, values);
}
