import { optionsOf } from "../rows/option-fields.ts";
import { FormatError } from "../rows/submission-format.ts";
import type { JoinQuestion } from "./found-question.ts";
import { matchOptions } from "./shown-options.ts";

const LABELLED = /^\s*(?:\([A-Za-z]\)|[A-Za-z]\s?[.:)、．：])\s*\S/;
const LITERAL = /^\s*[[{]/;

/**
 * A question's options in a prompt's order and with the prompt's labels: on consecutive lines, or as a list or
 * dictionary on one line. Undefined if the prompt has them in neither form.
 */
export function promptOptions(prompt: string, { options }: JoinQuestion): readonly string[] | undefined {
  if (options.length < 2) return undefined;
  const shown = candidates(prompt, options.length).filter((texts) => matchOptions(texts, options) !== null);
  // The last occurrence is the actual question; examples and subtitles precede it.
  return shown.at(-1);
}

function candidates(prompt: string, count: number): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  let block: string[] = [];
  for (const line of prompt.split("\n")) {
    if (line.trim() === "") continue;
    block = LABELLED.test(line) ? [...block.slice(1 - count), line] : [];
    if (block.length === count) found.push(block);
    const literal = LITERAL.test(line) ? literalIn(line.trim()) : undefined;
    if (literal !== undefined) found.push(literal);
  }
  return found;
}

/** The options in a line that is a list or a dictionary. Undefined if a name is repeated in it. */
function literalIn(line: string): readonly string[] | undefined {
  try {
    return optionsOf(line);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
