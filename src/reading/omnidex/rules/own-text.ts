import { allMatches } from "../all-matches.ts";
import { type Finding, found, type Reading } from "../reading.ts";

/** Words and marks that declare the text after them as the answer. */
const DECLARES =
  /(?:\b(?:answers?|ans|choice|option|response|conclusion|solution|result|respuesta|opcion|resposta|reponse|risposta|antwort)\b[^.!?\n:=]{0,60}?(?:\bis\b|\bare\b|\bbe\b|\bes\b|\best\b|\be\b|\bist\b|[:=])|(?:答案|正解|答え|정답)[^。\n:：]{0,10}?[是为為は은는:：]|\b(?:it|that|this)(?:'s| is| must be| has to be)|\bi(?:'d| would| will|'ll)? (?:choose|pick|select|say|go with|answer)|(?:^|\n)(?=\S))[\s*_]{0,6}/gi;
const MOST_DECLARED = 12;
const REACH = 80;
/** A single letter, with or without marks. It is a label if the question has an option with this label. */
const LETTER = /^[\s*_"'`([{$]*([A-Za-z])[\s*_"'`)\]}$.!:]*$/;

/**
 * Reads a response that is an option's text letter for letter, or that ends with the declaration of one: "The answer is
 * (i) 600, (ii) Yes.", "Both A and B". Labels, lists and signs in the option's text are then a part of it.
 */
export function readOwnText(reading: Reading): Finding | null {
  const { text, options } = reading;
  if (!options.exact.end(text)) return null;
  const from = Math.max(0, text.length - options.longest - REACH);
  const tail = text.slice(from);
  const labelled = readLabelled(reading);
  if (labelled !== null) return labelled;
  const starts = [
    0,
    ...allMatches(tail, DECLARES)
      .slice(-MOST_DECLARED)
      .map(({ index, 0: words }) => index + words.length),
  ];
  for (const start of starts) {
    if (start === 0 && from > 0) continue;
    const rest = tail.slice(start);
    const position = options.exact.equalTo(rest) ?? -1;
    if (position < 0 || isLabel(reading, rest) || isNotDeclared(reading, tail.slice(0, start), position)) continue;
    const lead = /^[\s*_"'`]*/.exec(rest)?.[0].length ?? 0;
    return found(reading, "option-text", from + start + lead, text.trimEnd().length, position);
  }
  return null;
}

/** Words that declare a text as anything but the answer. */
const REJECTS =
  /\b(?:wrong|incorrect|false|invalid|least|less|unlikely|worst|ruled out|eliminated|excluded|rejected)\b/i;

/** Whether the words before an option's text reject it, or the line before it is another option: a list of them. */
function isNotDeclared({ options }: Reading, before: string, position: number): boolean {
  const [line = "", last = ""] = before.split("\n").slice(-2).toReversed();
  if (line.trim() !== "") return REJECTS.test(line.split(/[.!?;,:]\s/).at(-1) ?? "");
  const other = options.exact.equalTo(last);
  return other !== null && other !== position;
}

/** A label with its option's text, and nothing else: "Option A – The price". */
const LABELLED =
  /^[\s*_"'`([]{0,6}(?:(?:[Tt]he )?(?:[Cc]orrect |[Ff]inal )?(?:[Aa]nswer|[Oo]ption|[Cc]hoice)(?: is)?[\s:]{1,3})?[*_"'([]{0,3}([A-Z])(?:[.):\]*_"']{1,4}\s|\s?[–—:-]{1,2}\s|\s(?=\())/;

function readLabelled(reading: Reading): Finding | null {
  const { text, options, labels } = reading;
  if (!labels || text.length > options.longest + REACH) return null;
  const label = LABELLED.exec(text);
  const position = label === null ? -1 : (label[1] ?? "").charCodeAt(0) - 65;
  if (label === null || position < 0 || options.exact.equalTo(text.slice(label[0].length)) !== position) return null;
  const at = label[0].search(/[A-Z](?![A-Za-z])/);
  return found(reading, "label-with-text", at, at + 1, position);
}

function isLabel({ labels, options }: Reading, rest: string): boolean {
  const letter = LETTER.exec(rest)?.[1];
  return labels && letter !== undefined && letter.toUpperCase().charCodeAt(0) - 65 < options.count;
}
