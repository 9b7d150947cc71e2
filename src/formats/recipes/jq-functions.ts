import { compile, type JqNode, type JqScope } from "@michaelhomer/jqjs";
import { readLiteralText } from "../files/literal-column.ts";
import { describeValue } from "../files/record-path.ts";

export type JqFunction = (input: unknown, args: readonly JqNode[], scope: JqScope) => Iterable<unknown>;

const NUMERAL = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

/** Whether jq takes a value as true: all but false and null, also 0 and the empty text. */
export const isTrue = (value: unknown): boolean => value !== false && value !== null && value !== undefined;

const failing = (message: unknown): never => {
  throw new Error(typeof message === "string" ? message : JSON.stringify(message));
};

/** @throws for a value that is not a text */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : failing(`${describeValue(value)}, which is not a text`);

/** @throws for a value that is not a list */
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : failing(`${describeValue(value)}, which is not a list`);

/** A pattern with jq's flags, of which g, i and n (no empty matches) exist here. */
function patternOf(source: unknown, flags: unknown, always = ""): RegExp {
  const letters = flags === null || flags === undefined ? "" : textOf(flags);
  if (/[^gin]/.test(letters)) failing(`the flags "${letters}"; here are only g, i and n`);
  return new RegExp(textOf(source), [...new Set(`u${letters.replace("n", "")}${always}`)].join(""));
}

/** The values of an argument; null alone if there is no such argument. */
const valuesOf = (arg: JqNode | undefined, input: unknown, scope: JqScope): Iterable<unknown> =>
  arg === undefined ? [null] : arg.apply(input, scope);

const testing: JqFunction = function* (input, [pattern, flags], scope) {
  for (const source of valuesOf(pattern, input, scope))
    for (const letters of valuesOf(flags, input, scope)) yield patternOf(source, letters).test(textOf(input));
};

const substituting = (always: string): JqFunction =>
  function* (input, [pattern, replacement, flags], scope) {
    const text = textOf(input);
    for (const source of valuesOf(pattern, input, scope))
      for (const letters of valuesOf(flags, input, scope)) {
        const regex = patternOf(source, letters, always);
        yield text.replace(regex, (...match) => {
          const last: unknown = match.at(-1);
          const groups = typeof last === "object" && last !== null ? last : {};
          const captures = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, value ?? null]));
          for (const value of valuesOf(replacement, captures, scope)) return textOf(value);
          return "";
        });
      }
  };

/** Whether a value that some elements give is true for all, or for one. */
const quantified =
  (
    wanted: boolean,
    elements: (input: unknown, args: readonly JqNode[], scope: JqScope) => Iterable<unknown>,
  ): JqFunction =>
  (input, args, scope) => {
    for (const value of elements(input, args, scope)) if (isTrue(value) === wanted) return [wanted];
    return [!wanted];
  };

function* ofElements(elements: Iterable<unknown>, condition: JqNode | undefined, scope: JqScope): Generator<unknown> {
  for (const element of elements) yield* valuesOf(condition, element, scope);
}

const QUANTIFIERS = (["any", "all"] as const).flatMap((name): readonly (readonly [string, JqFunction])[] => [
  [`${name}/0`, quantified(name === "any", (input) => listOf(input))],
  [`${name}/1`, quantified(name === "any", (input, [condition], scope) => ofElements(listOf(input), condition, scope))],
  [
    `${name}/2`,
    quantified(name === "any", (input, [elements, condition], scope) =>
      ofElements(valuesOf(elements, input, scope), condition, scope),
    ),
  ],
]);

/** The name of an entry, of which jq knows several forms. */
function entryOf(entry: unknown): readonly [name: string, value: unknown] {
  const fields = (typeof entry === "object" && entry !== null ? entry : failing(describeValue(entry))) as Readonly<
    Record<string, unknown>
  >;
  const name =
    ["key", "k", "name", "Name", "K", "Key"].map((each) => fields[each]).find((each) => each != null) ?? null;
  const value = ["value", "v", "Value", "V"].map((each) => fields[each]).find((each) => each !== undefined) ?? null;
  return [typeof name === "string" ? name : JSON.stringify(name), value];
}

const SORT = compile("sort");

/** Sorts by all keys of an element; elements with the same keys stay in order. */
const sorting: JqFunction = (input, [key], scope) => {
  const keyed = listOf(input).map((value, place) => [[...valuesOf(key, value, scope)], place, value] as const);
  const [sorted] = SORT(keyed) as Iterable<typeof keyed>;
  return [(sorted ?? []).map(([, , value]) => value)];
};

type Path = readonly (string | number)[];

/** Deletes the parts of a value at the paths that the argument gives, the last first. */
const deleting: JqFunction = (input, [part], scope) => {
  const paths = [...((part?.paths(input, scope) ?? []) as Iterable<Path>)];
  const whole: unknown = structuredClone(input);
  const later = (a: Path, b: Path): number => {
    for (const [depth, step] of a.entries()) if (step !== b[depth]) return step > (b[depth] ?? "") ? -1 : 1;
    return -1;
  };
  for (const path of paths.sort(later)) {
    const last = path.at(-1) ?? failing("del(.), which leaves nothing");
    const parent: unknown = path
      .slice(0, -1)
      .reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | null)?.[step] ?? null, whole);
    if (typeof last === "object") failing("del of a slice");
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, last);
  }
  return [whole];
};

/** Functions of jq that jqjs does not have, or that give something else there; and one for lists as Python writes them. */
export const OWN_FUNCTIONS: ReadonlyMap<string, JqFunction> = new Map<string, JqFunction>([
  [
    "fromliteral/0",
    (input) => {
      if (typeof input !== "string") return [input];
      const literal = readLiteralText(input);
      return literal.kind === "value"
        ? [literal.value]
        : failing("a text that is no list or object, as JSON or as Python writes it");
    },
  ],
  ["sort_by/1", sorting],
  ["del/1", deleting],
  [
    "tonumber/0",
    (input) => {
      const isNumeral = typeof input === "number" || (typeof input === "string" && NUMERAL.test(input));
      return isNumeral ? [Number(input)] : failing(`${JSON.stringify(input)} is not a number`);
    },
  ],
  ["not/0", (input) => [!isTrue(input)]],
  ...QUANTIFIERS,
  ["test/1", testing],
  ["test/2", testing],
  ["sub/2", substituting("")],
  ["sub/3", substituting("")],
  ["gsub/2", substituting("g")],
  ["gsub/3", substituting("g")],
  [
    "length/0",
    (input) => {
      if (input === null) return [0];
      if (typeof input === "string") return [[...input].length];
      if (typeof input === "number") return [Math.abs(input)];
      return [typeof input === "object" ? Object.keys(input).length : failing(`${describeValue(input)} has no length`)];
    },
  ],
  [
    "keys/0",
    (input) => [
      Array.isArray(input)
        ? input.map((_, index) => index)
        : Object.keys((input ?? failing("null has no keys")) as object).sort(),
    ],
  ],
  ["from_entries/0", (input) => [Object.fromEntries(listOf(input).map(entryOf))]],
  [
    "transpose/0",
    (input) => {
      const rows = listOf(input).map(listOf);
      const width = Math.max(0, ...rows.map((row) => row.length));
      return [Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null))];
    },
  ],
  [
    "ltrimstr/1",
    function* (input, [part], scope) {
      for (const start of valuesOf(part, input, scope))
        yield typeof input === "string" && typeof start === "string" && input.startsWith(start)
          ? input.slice(start.length)
          : input;
    },
  ],
  [
    "rtrimstr/1",
    function* (input, [part], scope) {
      for (const end of valuesOf(part, input, scope))
        yield typeof input === "string" && typeof end === "string" && end !== "" && input.endsWith(end)
          ? input.slice(0, -end.length)
          : input;
    },
  ],
  ["error/0", (input) => failing(input)],
  [
    "error/1",
    function* (input, [message], scope) {
      for (const text of valuesOf(message, input, scope)) yield failing(text);
    },
  ],
]);
