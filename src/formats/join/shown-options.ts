import { optionLabel, optionPosition } from "../../domain/option-label.ts";
import { readOptionTexts } from "../batch/imported-options.ts";
import { OddityLog } from "../batch/oddities.ts";
import { plainText, wording } from "./plain-text.ts";

const LABEL = /^\s*\(?([A-Za-z])[\s.:)、．：]/;
/**
 * A response that is only a label, with punctuation and special tokens around it, or with the word that Inspect's
 * template requires: "ANSWER: D".
 */
const LONE_LABEL = /^([\s"'*([{]*(?:answer\s*:[\s"'*([{]*)?)([A-Za-z])([\s"'*)\]}.:,]*(?:<\/?s>|<\|[a-z_]+\|>)?\s*)$/i;

/** The answers in a response by Inspect's template, wherever they are. */
const TEMPLATE_ANSWERS = /answer\s*:[\s"'*([{]*([a-z\d][a-z\d ,]*)/gi;
/** A response that ends with the line which Inspect's template with reasoning requires. */
const LAST_LINE = /\n[\s"'*]*answer\s*:[\s"'*([{]*([a-z])[\s"'*)\]}.]*$/i;

/** Maps each label that the model saw to the question's own label: "A" → "C". */
export type LabelMap = ReadonlyMap<string, string>;

/**
 * Matches the options that a model saw with those of the question. Returns null if the texts differ. Usually, every
 * label means the same option in both, and the map is empty.
 */
export function matchOptions(
  shown: readonly string[],
  options: readonly string[],
  comparable: (text: string) => string = plainText,
): LabelMap | null {
  if (shown.length !== options.length) return null;
  const own = options.map(comparable);
  const texts = readOptionTexts(shown, "", new OddityLog());
  const matched = places(texts.map(comparable), own);
  if (matched !== null) return labelMap(writtenLabels(shown, texts), matched);
  const whole = places(shown.map(comparable), own);
  return whole === null ? null : labelMap([], whole);
}

/**
 * Like `matchOptions`, for options of a question that is already known. They may differ from the question's options in
 * quotes, dashes, entities and stops, unless two options of the question differ in nothing else.
 */
export function matchKnownOptions(shown: readonly string[], options: readonly string[]): LabelMap | null {
  const exact = matchOptions(shown, options);
  if (exact !== null || new Set(options.map(wording)).size < options.length) return exact;
  return matchOptions(shown, options, wording);
}

/** The labels that were removed from the texts; undefined for a text that had none, such as "B flat". */
function writtenLabels(shown: readonly string[], texts: readonly string[]): readonly (string | undefined)[] {
  if (shown.some((text, position) => text.trim() === texts[position])) return [];
  return shown.map((text) => LABEL.exec(text)?.[1]?.toUpperCase());
}

/** The position of each shown option among the question's own. A repeated option is matched at its own position. */
function places(shown: readonly string[], own: readonly string[]): readonly number[] | null {
  const left = new Set(own.keys());
  const found = shown.map((text, position) => {
    const place = own[position] === text && left.has(position) ? position : [...left].find((at) => own[at] === text);
    if (place !== undefined) left.delete(place);
    return place;
  });
  return found.every((place) => place !== undefined) ? found : null;
}

/** The label map. The model saw the written labels if each of them occurs once, otherwise labels by position. */
function labelMap(written: readonly (string | undefined)[], matched: readonly number[]): LabelMap {
  const positions = written.map((label) => optionPosition(label ?? ""));
  const areLabels =
    new Set(positions).size === matched.length && positions.every((at) => at >= 0 && at < matched.length);
  const map = new Map<string, string>();
  for (const [position, place] of matched.entries()) {
    const label = areLabels ? (written[position] ?? "") : optionLabel(position);
    if (label !== optionLabel(place)) map.set(label, optionLabel(place));
  }
  return map;
}

/**
 * A response in which the label that the model saw is replaced by the question's own label. This works only for a
 * response that is nothing but a label, or that ends with the last line of Inspect's template. In the second case only
 * the last line is kept, because the sentences before it name the labels that the model saw. Inspect does the same when
 * it undoes the shuffling of choices. Null for any other response.
 * @see https://github.com/UKGovernmentBEIS/inspect_ai/blob/main/src/inspect_ai/solver/_multiple_choice.py
 *   `parse_answers`, `pretend_we_didnt_shuffle`
 */
export function relabel(response: string, map: LabelMap): string | null {
  if (map.size === 0) return response;
  const own = (label: string): string => map.get(label.toUpperCase()) ?? label;
  const [, before, label, after] = LONE_LABEL.exec(response) ?? [];
  if (label !== undefined) return `${before}${own(label)}${after}`;
  const last = lastLineLabel(response);
  return last === null ? null : `ANSWER: ${own(last)}`;
}

/** The label in the last line; null if that line has no label, or if the response states another answer before it. */
function lastLineLabel(response: string): string | null {
  const label = LAST_LINE.exec(response)?.[1]?.toUpperCase();
  if (label === undefined) return null;
  const stated = [...response.matchAll(TEMPLATE_ANSWERS)].map(([, answer = ""]) => answer.trim().toUpperCase());
  return stated.every((answer) => answer === label) ? label : null;
}
