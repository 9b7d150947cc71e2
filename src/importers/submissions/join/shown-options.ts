import { optionLabel, optionPosition } from "../../../domain/option-label.ts";
import { OddityLog } from "../../batch/oddities.ts";
import { readOptionTexts } from "../../batch/option-texts.ts";
import { plainText } from "./plain-text.ts";

const LABEL = /^\s*\(?([A-Za-z])[\s.:)、．：]/;
/**
 * A response that is nothing but a label, with signs and the marks that models leave around it, or with the word that
 * Inspect's template asks for: "ANSWER: D".
 */
const LONE_LABEL = /^([\s"'*([{]*(?:answer\s*:[\s"'*([{]*)?)([A-Za-z])([\s"'*)\]}.:,]*(?:<\/?s>|<\|[a-z_]+\|>)?\s*)$/i;

/** Which option of the question each label meant that the model saw: "A" → "C". */
export type LabelMap = ReadonlyMap<string, string>;

/**
 * How the options that a model saw lie to those of the question: null where they are not the same texts; an empty map
 * where every label means the same option, which it mostly does.
 */
export function matchOptions(shown: readonly string[], options: readonly string[]): LabelMap | null {
  if (shown.length !== options.length) return null;
  const own = options.map(plainText);
  const texts = readOptionTexts(shown, "", new OddityLog());
  const matched = places(texts.map(plainText), own);
  if (matched !== null) return labelMap(writtenLabels(shown, texts), matched);
  const whole = places(shown.map(plainText), own);
  return whole === null ? null : labelMap([], whole);
}

/** The labels that were taken off the texts; none where one had none, for "B flat" begins with no label. */
function writtenLabels(shown: readonly string[], texts: readonly string[]): readonly (string | undefined)[] {
  if (shown.some((text, position) => text.trim() === texts[position])) return [];
  return shown.map((text) => LABEL.exec(text)?.[1]?.toUpperCase());
}

/** The place among the question's options of each that was shown; an option that stands twice is taken where it stands. */
function places(shown: readonly string[], own: readonly string[]): readonly number[] | null {
  const left = new Set(own.keys());
  const found = shown.map((text, position) => {
    const place = own[position] === text && left.has(position) ? position : [...left].find((at) => own[at] === text);
    if (place !== undefined) left.delete(place);
    return place;
  });
  return found.every((place) => place !== undefined) ? found : null;
}

/** Labels that stand before the texts count, where each stands once; else the places do. */
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
 * A response with the question's own label in the place of the one that the model saw. Only a response that is nothing
 * but a label can be told so: null for any other, whose labels stand in sentences.
 */
export function relabel(response: string, map: LabelMap): string | null {
  if (map.size === 0) return response;
  const [, before, label, after] = LONE_LABEL.exec(response) ?? [];
  return label === undefined ? null : `${before}${map.get(label.toUpperCase()) ?? label}${after}`;
}
