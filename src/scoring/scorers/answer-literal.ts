/** A value that a model wrote as JSON or as a Python literal. */
export type Literal = string | number | boolean | null | readonly Literal[] | LiteralMap;
export type LiteralMap = ReadonlyMap<string, Literal>;

const DEEPEST = 20;
const TOKEN =
  /\s*(?:([[\]{}(),:])|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,4})?)|([A-Za-z]\w{0,10}))/sy;
const WORDS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ["null", null],
  ["None", null],
  ["none", null],
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
  ["NaN", Number.NaN],
  ["nan", Number.NaN],
  ["inf", Number.POSITIVE_INFINITY],
  ["Infinity", Number.POSITIVE_INFINITY],
]);
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** Aborts the parser. It is never thrown outside this module. */
class NotALiteral extends Error {}

/** A literal with the part of the text that it was read from. */
export interface FoundLiteral {
  readonly value: Literal;
  readonly source: string;
}

/** The first object or list that a text holds; see `findLiteral`. */
export const readLiteral = (text: string, opening: "{" | "["): Literal | undefined => findLiteral(text, opening)?.value;

/**
 * The first object (`{…}`) or list (`[…]`) in a text. If the text contains "answer=", the search begins after it. Reads
 * JSON and Python literals without evaluating them.
 * @returns undefined if there is none or it is malformed
 */
export function findLiteral(text: string, opening: "{" | "["): FoundLiteral | undefined {
  const marker = Math.max(text.lastIndexOf("answer="), text.lastIndexOf("answer ="));
  const start = text.indexOf(opening, Math.max(0, marker));
  if (start < 0) return undefined;
  try {
    const parser = new LiteralParser(text, start);
    const value = parser.value(0);
    return { value, source: text.slice(start, parser.end) };
  } catch (error) {
    if (error instanceof NotALiteral) return undefined;
    throw error;
  }
}

/** A recursive-descent parser for one literal. */
class LiteralParser {
  private readonly text: string;
  private at: number;

  constructor(text: string, start: number) {
    this.text = text;
    this.at = start;
  }

  /** The end of the text that has been read. */
  get end(): number {
    return this.at;
  }

  value(depth: number): Literal {
    if (depth > DEEPEST) throw new NotALiteral();
    const [, mark, double, single, number, word] = this.next();
    if (mark === "{") return this.entries(depth + 1);
    if (mark === "[" || mark === "(") return this.items(CLOSING[mark] ?? "", depth + 1);
    if (number !== undefined) return Number(number);
    if (word !== undefined) return this.word(word);
    const quoted = double ?? single;
    if (quoted === undefined) throw new NotALiteral();
    return quoted.replace(/\\(.)/gs, "$1");
  }

  private word(word: string): Literal {
    const value = WORDS.get(word);
    if (value === undefined) throw new NotALiteral();
    return value;
  }

  private items(closing: string, depth: number): Literal[] {
    const items: Literal[] = [];
    while (!this.take(closing)) {
      items.push(this.value(depth));
      if (!this.take(",") && !this.peek(closing)) throw new NotALiteral();
    }
    return items;
  }

  private entries(depth: number): LiteralMap {
    const entries = new Map<string, Literal>();
    while (!this.take("}")) {
      const key = this.value(depth);
      if (typeof key !== "string" || !this.take(":")) throw new NotALiteral();
      entries.set(key, this.value(depth));
      if (!this.take(",") && !this.peek("}")) throw new NotALiteral();
    }
    return entries;
  }

  private next(): RegExpExecArray {
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (match === null) throw new NotALiteral();
    this.at = TOKEN.lastIndex;
    return match;
  }

  private peek(mark: string): boolean {
    TOKEN.lastIndex = this.at;
    return TOKEN.exec(this.text)?.[1] === mark;
  }

  private take(mark: string): boolean {
    if (!this.peek(mark)) return false;
    this.next();
    return true;
  }
}
