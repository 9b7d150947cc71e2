import type { Span } from "../../extraction.ts";
import { allMatches } from "../all-matches.ts";
import { sentenceEnd } from "../claim.ts";
import type { Reading } from "../reading.ts";

/** Words that introduce the options rather than choose one: "The options are Red, Blue and Green." */
const INTRODUCTION =
  /\b(?:options|choices|answers|candidates|possibilities|alternatives|opciones|opcoes|optionen|opzioni)\b[^.!?;:=\n]{0,40}?(?:\bare|\bwere|\binclude|\bson|\bsao|\bsind|\bsono|\bsont|[:=(])|(?:选项|選項|候选答案)[^。\n]{0,10}?(?:有|包括|分别是|：|:)/gi;
const MOST_INTRODUCTIONS = 20;

/** The separators between two texts of a list. */
const SEPARATOR =
  /^[\s,;/|"'`[\](){}*_.:•·–-]*(?:(?:and|or|und|oder|y|o|e|ou|et|和|或)(?![a-z])|[A-Z0-9])?[\s"'`([*_.):]*(?:the |an? )?$/;
/** The number of code units that are searched for all options' texts in a row. */
const SEARCHED = 4_000;

/**
 * The parts of a text that list options without labels: texts after a plural noun such as "options", or the texts of
 * all options in a row.
 */
export const findPlainLists = (reading: Reading): Span[] => [...introducedLists(reading), ...rows(reading)];

/** "['Red', 'Blue', 'Green', 'Yellow']": all options, one after the other. */
function rows({ text, options }: Reading): Span[] {
  if (options.count < 3) return [];
  const searched = text.slice(0, SEARCHED);
  if (!options.allOccur(searched)) return [];
  const mentions = [...options.mentions(searched)].sort((a, b) => a.start - b.start);
  const spans: Span[] = [];
  for (let first = 0; first < mentions.length; ) {
    let last = first;
    const different = new Set([mentions[first]?.position]);
    while (follows(searched, mentions[last], mentions[last + 1]) && !different.has(mentions[last + 1]?.position)) {
      last += 1;
      different.add(mentions[last]?.position);
    }
    const [from, to] = [mentions[first], mentions[last]];
    if (different.size === options.count && from !== undefined && to !== undefined)
      spans.push({ start: from.start, end: to.end });
    first = last + 1;
  }
  return spans;
}

const follows = (text: string, one: Span | undefined, next: Span | undefined): boolean =>
  one !== undefined &&
  next !== undefined &&
  next.start - one.end <= 24 &&
  SEPARATOR.test(text.slice(one.end, next.start));

function introducedLists(reading: Reading): Span[] {
  const { text, options } = reading;
  return allMatches(text, INTRODUCTION)
    .slice(-MOST_INTRODUCTIONS)
    .flatMap((match) => {
      const start = match.index + match[0].length;
      const end = sentenceEnd(text, start + (/^\s*/.exec(text.slice(start, start + 20))?.[0].length ?? 0));
      const mentions = options.mentions(text.slice(start, end)).sort((a, b) => a.start - b.start);
      const different = new Set(mentions.map(({ position }) => position));
      if (different.size < 2) return [];
      return [{ start: start + (mentions[0]?.start ?? 0), end: start + Math.max(...mentions.map((one) => one.end)) }];
    });
}
