/** Where a regular expression matches in a text, from an index on: the start and the end; null if it does not match. */
export type Matcher = (text: string, from: number) => readonly [number, number] | null;

/** What follows a part of an expression. */
type Next = (at: number) => boolean;
/** Matches a part at an index, and what follows. */
type Part = (at: number, next: Next) => boolean;

/** What matches one character, at the index where it begins. Returns how long the character is, or 0. */
type OneCharacter = (at: number) => number;

interface Term {
  readonly part: Part;
  /** Set if the term matches exactly one character. */
  readonly one?: OneCharacter;
}

/**
 * Makes a matcher that tries everything in the order of ECMA-262, without the short cuts of an engine.
 * Repetitions of a group recurse, so thousands of them exceed the stack. Those of a single character do not.
 * @param step called for each character that is compared, and for each alternative that is tried
 */
export function matcherOf(source: string, flags: string, step: () => void): Matcher {
  const state: State = { text: "", groups: [] };
  const whole = new Parser(source, flags, step, state).expression();
  const isUnicode = /[uv]/.test(flags);
  const isSticky = flags.includes("y");
  return (text, from) => {
    state.text = text;
    for (let start = from; start <= text.length; ) {
      state.groups = [];
      step();
      let end = -1;
      const isFound = whole(start, (at) => {
        end = at;
        return true;
      });
      if (isFound) return [start, end];
      if (isSticky) return null;
      start += isUnicode && (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1;
    }
    return null;
  };
}

interface State {
  text: string;
  /** The start and the end of what each group has matched. */
  groups: (readonly [number, number] | undefined)[];
}

class Parser {
  #at = 0;
  #groups = 0;
  #isBackward = false;
  readonly #isUnicode: boolean;
  readonly #hasLines: boolean;
  readonly #names: readonly (string | undefined)[];

  constructor(
    private readonly source: string,
    private readonly flags: string,
    private readonly step: () => void,
    private readonly state: State,
  ) {
    this.#isUnicode = /[uv]/.test(flags);
    this.#hasLines = flags.includes("m");
    const opened = source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\((?!\?)|\(\?<(?![=!])(?<name>[^>]*)>/gs);
    const groups = [...opened].filter(([found]) => found.startsWith("("));
    this.#names = [undefined, ...groups.map(({ groups: named }) => named?.name)];
  }

  /** A whole expression, or what is in a group. */
  expression(): Part {
    const choices = [this.#sequence()];
    while (this.#eat("|")) choices.push(this.#sequence());
    const [only] = choices;
    if (choices.length === 1 && only !== undefined) return only;
    return (at, next) =>
      choices.some((choice) => {
        this.step();
        return choice(at, next);
      });
  }

  #sequence(): Part {
    const terms: Part[] = [];
    while (this.#at < this.source.length && !"|)".includes(this.source[this.#at] ?? "")) terms.push(this.#quantified());
    if (this.#isBackward) terms.reverse();
    const match = (index: number, at: number, next: Next): boolean => {
      const term = terms[index];
      return term === undefined ? next(at) : term(at, (end) => match(index + 1, end, next));
    };
    return (at, next) => match(0, at, next);
  }

  #quantified(): Part {
    const first = this.#groups + 1;
    const { part, one } = this.#term();
    const quantifier = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.source.slice(this.#at));
    if (quantifier === null) return part;
    this.#at += quantifier[0].length;
    const [sign, least = "0", comma, most = ""] = quantifier;
    const [min, max] = sign.startsWith("{")
      ? [Number(least), comma === undefined ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most)]
      : [sign.startsWith("+") ? 1 : 0, sign.startsWith("?") ? 1 : Number.POSITIVE_INFINITY];
    const isLazy = sign.length > 1 && sign.endsWith("?");
    if (one !== undefined) return this.#repeatedCharacter(one, min, max, isLazy);
    const inside = Array.from({ length: this.#groups + 1 - first }, (_, index) => first + index);
    return this.#repeated(part, { min, max, isLazy, inside });
  }

  #repeated(
    part: Part,
    { min, max, isLazy, inside }: { min: number; max: number; isLazy: boolean; inside: readonly number[] },
  ): Part {
    const { state, step } = this;
    const from = (count: number, at: number, next: Next): boolean => {
      const again = (): boolean => {
        if (count >= max) return false;
        step();
        const before = [...state.groups];
        for (const group of inside) state.groups[group] = undefined;
        if (part(at, (end) => (end === at && count >= min ? false : from(count + 1, end, next)))) return true;
        state.groups = before;
        return false;
      };
      if (count < min) return again();
      return isLazy ? next(at) || again() : again() || next(at);
    };
    return (at, next) => from(0, at, next);
  }

  /** The same without recursion, because texts have long runs of such characters. */
  #repeatedCharacter(one: OneCharacter, min: number, max: number, isLazy: boolean): Part {
    const sign = this.#isBackward ? -1 : 1;
    return (at, next) => {
      const ends = [at];
      const more = (): boolean => {
        const end = ends.at(-1) ?? at;
        const length = ends.length > max ? 0 : one(end);
        if (length === 0) return false;
        ends.push(end + sign * length);
        return true;
      };
      while (ends.length <= min) if (!more()) return false;
      if (isLazy) {
        do if (next(ends.at(-1) ?? at)) return true;
        while (more());
        return false;
      }
      while (more());
      for (; ends.length > min; ends.pop()) {
        this.step();
        if (next(ends.at(-1) ?? at)) return true;
      }
      return false;
    };
  }

  #term(): Term {
    const { source, state } = this;
    if (this.#eat("^")) return { part: (at, next) => this.#isStart(at) && next(at) };
    if (this.#eat("$")) return { part: (at, next) => this.#isEnd(at) && next(at) };
    if (this.#eat("\\b")) return { part: (at, next) => this.#isBoundary(at) && next(at) };
    if (this.#eat("\\B")) return { part: (at, next) => !this.#isBoundary(at) && next(at) };
    for (const [opening, isBackward, isWanted] of [
      ["(?=", false, true],
      ["(?!", false, false],
      ["(?<=", true, true],
      ["(?<!", true, false],
    ] as const)
      if (this.#eat(opening)) return { part: this.#lookaround(isBackward, isWanted) };
    if (this.#eat("(?:")) return { part: this.#closed() };
    if (this.#eat("(")) {
      if (this.#eat("?<")) this.#at = source.indexOf(">", this.#at) + 1;
      else if (this.#eat("?")) throw new Error(`unknown group in ${source}`);
      return { part: this.#group() };
    }
    const reference = /^\\(?:([1-9]\d*)|k<([^>]*)>)/.exec(source.slice(this.#at));
    if (reference !== null) {
      this.#at += reference[0].length;
      const group = reference[1] === undefined ? this.#names.indexOf(reference[2]) : Number(reference[1]);
      return { part: this.#reference(group, state) };
    }
    const one = this.#character();
    const isBackward = this.#isBackward;
    return {
      one,
      part: (at, next) => {
        const length = one(at);
        return length > 0 && next(isBackward ? at - length : at + length);
      },
    };
  }

  #lookaround(isBackward: boolean, isWanted: boolean): Part {
    const outer = this.#isBackward;
    this.#isBackward = isBackward;
    const part = this.#closed();
    this.#isBackward = outer;
    const { state } = this;
    return (at, next) => {
      const before = [...state.groups];
      const isFound = part(at, () => true);
      if (!isFound || !isWanted) state.groups = [...before];
      if (isFound === isWanted && next(at)) return true;
      state.groups = before;
      return false;
    };
  }

  #group(): Part {
    this.#groups += 1;
    const [group, isBackward, { state }] = [this.#groups, this.#isBackward, this];
    const part = this.#closed();
    return (at, next) =>
      part(at, (end) => {
        const before = state.groups[group];
        state.groups[group] = isBackward ? [end, at] : [at, end];
        if (next(end)) return true;
        state.groups[group] = before;
        return false;
      });
  }

  #reference(group: number, state: State): Part {
    const isBackward = this.#isBackward;
    const ignoresCase = this.flags.includes("i");
    const plain = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
    return (at, next) => {
      const [start, end] = state.groups[group] ?? [0, 0];
      const length = end - start;
      const other = isBackward ? at - length : at;
      for (let index = 0; index < length; index += 1) this.step();
      const isSame = plain(state.text.slice(start, end)) === plain(state.text.slice(other, other + length));
      return other >= 0 && isSame && next(isBackward ? other : at + length);
    };
  }

  #closed(): Part {
    const part = this.expression();
    if (!this.#eat(")")) throw new Error(`a group is open in ${this.source}`);
    return part;
  }

  /** A character, a class or an escape. The engine itself tells which characters it includes. */
  #character(): OneCharacter {
    const rest = this.source.slice(this.#at);
    const written =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|.)|[^\\])/su.exec(
        rest,
      );
    if (written === null) throw new Error(`no character at ${rest}`);
    this.#at += written[0].length;
    const alone = new RegExp(`^${written[0]}$`, this.flags.replace(/[gym]/g, ""));
    const known = new Map<string, boolean>();
    const { state, step } = this;
    const isUnicode = this.#isUnicode;
    const isBackward = this.#isBackward;
    return (at) => {
      step();
      const { text } = state;
      const character = isBackward ? before(text, at, isUnicode) : after(text, at, isUnicode);
      if (character === "") return 0;
      let isIncluded = known.get(character);
      if (isIncluded === undefined) {
        isIncluded = NATIVE.call(alone, character) !== null;
        known.set(character, isIncluded);
      }
      return isIncluded ? character.length : 0;
    };
  }

  #isStart(at: number): boolean {
    return at === 0 || (this.#hasLines && LINE_END.has(this.state.text[at - 1] ?? ""));
  }

  #isEnd(at: number): boolean {
    return at === this.state.text.length || (this.#hasLines && LINE_END.has(this.state.text[at] ?? ""));
  }

  #isBoundary(at: number): boolean {
    const isWord = (character: string | undefined): boolean => {
      const code = character?.charCodeAt(0) ?? 0;
      return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
    };
    return isWord(this.state.text[at - 1]) !== isWord(this.state.text[at]);
  }

  #eat(text: string): boolean {
    if (!this.source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

const NATIVE = RegExp.prototype.exec;
const LINE_END = new Set(["\n", "\r", "\u2028", "\u2029"]);

function after(text: string, at: number, isUnicode: boolean): string {
  if (!isUnicode) return text[at] ?? "";
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function before(text: string, at: number, isUnicode: boolean): string {
  const pair = isUnicode && at >= 2 ? (text.codePointAt(at - 2) ?? 0) : 0;
  return pair > 0xffff ? text.slice(at - 2, at) : (text[at - 1] ?? "");
}
