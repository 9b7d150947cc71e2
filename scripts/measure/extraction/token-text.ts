import type { Random } from "../../../test/fixtures/random.ts";

/** A text as a list of parts, each repeated a number of times. */
export type TokenText = readonly { readonly tokens: readonly string[]; readonly times: number }[];

const MOST_PARTS = 12;

/** Words, marks and layouts that turn up in model outputs, and characters that are awkward for patterns. */
const TOKENS: readonly string[] = [
  ..."ABCDEJIabc0123456789()[]{}<>|*_#`~\"'.,;:!?-–—=+/\\$&%@^",
  ..." \t\n\r\u00a0\u2028\u200b\u3000\ufeff",
  ..."答案是选项正确不否题、。,()【】「」éßñЖжあカ한عह✓✗✅❌☑☐→⇒❓\u0301\ufe0f",
  "\n\n",
  "\r\n",
  "   ",
  "**",
  "```",
  "```json\n",
  "~~~",
  "---\n",
  "\n- ",
  "\n* ",
  "\n> ",
  "\n# ",
  "\n1. ",
  "\nA. ",
  "\n(B) ",
  "| A | yes |\n",
  "|---|---|\n",
  "[x] ",
  "[ ] ",
  "\\boxed{",
  "\\boxed{A}",
  "\\text{",
  "\\frac{1}{2}",
  "\\[",
  "\\(",
  "$$",
  "<think>",
  "</think>",
  "<answer>",
  "</answer>",
  "<|im_start|>",
  "<|im_end|>\n",
  "[INST]",
  "[/INST]",
  '{"answer": "',
  '"}',
  '": ',
  "答案是",
  "正确答案是",
  "所以选",
  "the answer is ",
  "The answer is (A).",
  "The correct answer is ",
  "Answer: ",
  "Final answer: ",
  "Option ",
  "option A",
  "choice ",
  "The options are ",
  "Question: ",
  "\nQ: ",
  "\nA: ",
  "not ",
  "isn't ",
  "if ",
  "whether ",
  "either ",
  "neither ",
  "both ",
  "or ",
  "and ",
  "would be ",
  "I think ",
  "maybe ",
  "because ",
  "than ",
  "Is it ",
  "cannot tell ",
  "there is no evidence that ",
  "is correct",
  "is wrong",
  "first ",
  "third ",
  "the ",
  "a ",
  "Wait, ",
  "So, ",
  "Therefore, ",
  "La respuesta es ",
  "Die Antwort ist ",
  "Ответ: ",
  "3.5 ",
  "0:12",
  "https://",
];

export function newText(random: Random, options: readonly string[]): TokenText {
  return Array.from({ length: random.integer(1, 4) }, () => newPart(random, options));
}

/** A variation of one text, or a crossing of two. */
export function vary(random: Random, text: TokenText, other: TokenText, options: readonly string[]): TokenText {
  const at = random.integer(0, text.length);
  const changes: readonly (() => TokenText)[] = [
    () => [...text.slice(0, at), ...other.slice(random.integer(0, other.length))],
    () => [...text, newPart(random, options)],
    () => text.toSpliced(at, 1),
    () => text.toSpliced(random.integer(0, text.length), 0, newPart(random, options)),
    () => changePart(random, text, at, options),
    () => changePart(random, text, at, options),
    () => text.map((part, position) => (position === at ? { ...part, times: repetitions(random) } : part)),
    () => [{ tokens: text.flatMap(({ tokens }) => tokens).slice(0, 8), times: 1_000 }],
  ];
  const varied = random.pick(changes)().slice(0, MOST_PARTS);
  return varied.length === 0 ? newText(random, options) : varied;
}

function changePart(random: Random, text: TokenText, at: number, options: readonly string[]): TokenText {
  return text.map((part, position) => {
    if (position !== at) return part;
    const insert = random.integer(0, part.tokens.length + 1);
    const tokens = part.tokens.toSpliced(insert, random.integer(0, 2), newToken(random, options)).slice(0, 12);
    return { ...part, tokens };
  });
}

const newPart = (random: Random, options: readonly string[]): TokenText[number] => ({
  tokens: Array.from({ length: random.integer(1, 6) }, () => newToken(random, options)),
  times: repetitions(random),
});

const newToken = (random: Random, options: readonly string[]): string => random.pick([...TOKENS, ...options]);

/** From 1 to 4,000; each order of magnitude is equally likely. */
const repetitions = (random: Random): number => Math.floor(4_000 ** random.next());

/** The tokens as one text, cut to `length`. */
export function joinTokens(parts: TokenText, length: number): string {
  let text = "";
  for (const { tokens, times } of parts) {
    const part = tokens.join("");
    if (part === "" || text.length >= length) continue;
    text += part.repeat(Math.min(times, Math.ceil((length - text.length) / part.length)));
  }
  return text.slice(0, length);
}
