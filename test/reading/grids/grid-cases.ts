import {
  type Conclusion,
  type GridParts,
  type NonConclusion,
  OPTION_SETS,
  type OptionSet,
  type Restatement,
  type Trait,
} from "./grid-parts.ts";
import { endsMidLine, hasMoreAfter, labelAt, respond } from "./grid-text.ts";

/** One response of a grid. */
export interface GridCase {
  readonly restatement: string;
  readonly sentence: string;
  readonly set: OptionSet;
  readonly response: string;
  /** The label of the option that the response commits to; null for none. */
  readonly gold: string | null;
}

/** Every restatement × conclusion × question × label that can be read in one way only. */
export function* conclusionCases(parts: GridParts): Generator<GridCase> {
  for (const [restatement, set, position] of frames(parts))
    for (const conclusion of parts.conclusions)
      if (isClear(restatement, conclusion, set, position))
        yield caseOf(restatement, conclusion, set, position, labelAt(position));
}

/** Every restatement × non-conclusion × question × label that commits to no option. */
export function* abstentionCases(parts: GridParts): Generator<GridCase> {
  for (const [restatement, set, position] of frames(parts))
    for (const sentence of parts.nonConclusions)
      if (isOpen(restatement, sentence, set, position)) yield caseOf(restatement, sentence, set, position, null);
}

function* frames({ restatements }: GridParts): Generator<[Restatement, OptionSet, number]> {
  for (const restatement of restatements)
    for (const set of OPTION_SETS)
      if (!clashes(restatement.not, set.traits))
        for (const position of set.options.keys()) yield [restatement, set, position];
}

const caseOf = (
  restatement: Restatement,
  sentence: Conclusion | NonConclusion,
  set: OptionSet,
  position: number,
  gold: string | null,
): GridCase => ({
  restatement: restatement.id,
  sentence: sentence.id,
  set,
  response: respond(restatement, sentence.text, set, position),
  gold,
});

const clashes = (unsuited: readonly Trait[] = [], traits: readonly Trait[]): boolean =>
  unsuited.some((trait) => traits.includes(trait));

function isClear(restatement: Restatement, conclusion: Conclusion, set: OptionSet, position: number): boolean {
  const traits = [...set.traits, ...labelTraits(restatement, position)];
  if (clashes(conclusion.not, traits)) return false;
  if (conclusion.needs !== undefined && !traits.includes(conclusion.needs)) return false;
  // In a numbered list, "3" is the third option as well as the option whose text is "3".
  return !(restatement.numbered && conclusion.value && set.traits.includes("number"));
}

/** Labels that could be words: "I" anywhere, and "A" after other text on its line, where it could be an article. */
function labelTraits(restatement: Restatement, position: number): Trait[] {
  const label = labelAt(position);
  return label === "I" || (label === "A" && endsMidLine(restatement)) ? ["word-label"] : [];
}

function isOpen(restatement: Restatement, sentence: NonConclusion, set: OptionSet, position: number): boolean {
  if (favours(restatement) || clashes(sentence.not, set.traits)) return false;
  if (sentence.firstOnly && position !== 0) return false;
  if (hasMoreAfter(restatement) && (sentence.cut || sentence.text === "")) return false;
  // If all options but one are rejected, that is a commitment to the remaining one.
  return set.options.length - (restatement.denies ?? 0) - (sentence.denies ?? 0) >= 2;
}

const favours = (restatement: Restatement): boolean => restatement.leans === true || restatement.goldItem !== undefined;
