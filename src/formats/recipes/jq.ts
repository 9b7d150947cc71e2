import { compile, type JqNode, type JqScope } from "@michaelhomer/jqjs";
import { readLiteralText } from "../files/literal-column.ts";
import { describeValue } from "../files/record-path.ts";

/** A compiled jq filter. */
export interface JqFilter {
  /** The values that the filter gives for a value, one at a time. @throws with jq's message */
  readonly run: (input: unknown) => Iterable<unknown>;
  /** The names of the functions that it calls, with their numbers of arguments: `test/1`. */
  readonly functions: ReadonlySet<string>;
  /** The variables that it names and does not bind, without the `$`. */
  readonly variables: ReadonlySet<string>;
}

/**
 * Compiles a jq filter.
 * @throws for a text that is not jq, and for a function that does not exist
 */
export function compileJq(text: string): JqFilter {
  const run = compile(closed(text));
  if (isNothing(run.ast)) throw new Error("it is empty");
  const functions = new Set<string>();
  const [named, bound] = [new Set<string>(), new Set<string>(["__loc__", "ENV"])];
  for (const node of nodesIn(run.ast)) {
    if (node.constructor !== List && Object.values(node).some(isNothing)) throw new Error("a part of it is missing");
    if (typeof node.name !== "string") continue;
    if (node.constructor === FunctionCall) functions.add(node.name);
    else (node.constructor === VariableReference ? named : bound).add(node.name);
  }
  const [existing] = BUILTINS(null) as Iterable<readonly string[]>;
  for (const name of functions)
    if (!OWN.has(name) && existing?.includes(name) !== true) throw new Error(`there is no function ${name}`);
  return { run, functions, variables: new Set([...named].filter((name) => !bound.has(name))) };
}

/** The filter with both ends of `.[1:]` and `.[:1]`, which jqjs reads as `.[1:-1]` or as nothing. */
const closed = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|\[\s*:|:\s*\]/gs, (part) =>
    part.startsWith('"') ? part : part.startsWith("[") ? "[0:" : `:${Number.MAX_SAFE_INTEGER}]`,
  );

function* nodesIn(value: unknown): Generator<JqNode> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as JqNode;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

/** The class of the outermost node of a filter. */
const classOf = (text: string): { readonly prototype: { apply: JqNode["apply"] } } =>
  compile(text).ast.constructor as never;

/** Whether a node is a filter without a text. */
const isNothing = (node: unknown): boolean =>
  typeof node === "object" &&
  node !== null &&
  "length" in node &&
  node.length === 0 &&
  !("filter" in node) &&
  !Array.isArray(node);

const BUILTINS = compile("builtins");
const FunctionCall = classOf("builtins");
const List = classOf("[1]");
const VariableReference = classOf("$name");

type JqFunction = (input: unknown, args: readonly JqNode[], scope: JqScope) => Iterable<unknown>;

const NUMERAL = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;

/** Functions of jq that jqjs does not have, or that give something else there. */
const OWN: ReadonlyMap<string, JqFunction> = new Map<string, JqFunction>([
  [
    "tonumber/0",
    function* (input) {
      const isNumeral = typeof input === "number" || (typeof input === "string" && NUMERAL.test(input));
      if (!isNumeral) throw new Error(`${JSON.stringify(input)} is not a number`);
      yield Number(input);
    },
  ],
  [
    "test/2",
    function* (input, [pattern, flags], scope) {
      for (const source of pattern?.apply(input, scope) ?? [])
        for (const letters of flags?.apply(input, scope) ?? [])
          yield new RegExp(String(source), `u${String(letters ?? "").replace(/[^ims]/g, "")}`).test(String(input));
    },
  ],
  [
    "fromliteral/0",
    function* (input) {
      if (typeof input !== "string") return yield input;
      const literal = readLiteralText(input);
      if (literal.kind !== "value") throw new Error("a text that is no list or object, as JSON or as Python writes it");
      yield literal.value;
    },
  ],
  ["error/0", (input) => failing(input)],
  [
    "error/1",
    function* (input, [message], scope) {
      for (const text of message?.apply(input, scope) ?? []) yield failing(text);
    },
  ],
]);

const failing = (message: unknown): never => {
  throw new Error(typeof message === "string" ? message : JSON.stringify(message));
};

const callBuiltin = FunctionCall.prototype.apply;
FunctionCall.prototype.apply = function (this: JqNode, input, scope) {
  const own = OWN.get(String(this.name));
  if (own === undefined || scope.userFuncArgs[String(this.name)] !== undefined)
    return callBuiltin.call(this, input, scope);
  return own(input, this.args as readonly JqNode[], scope);
};

/** jqjs also gives the values in place of which the alternative stands, and ends at an error. */
classOf(".a // .b").prototype.apply = function* (this: JqNode, input, scope) {
  let found = false;
  try {
    for (const value of (this.lhs as JqNode).apply(input, scope)) {
      if (value === null || value === undefined || value === false) continue;
      found = true;
      yield value;
    }
  } catch {
    // As in jq: an error gives no value.
  }
  if (!found) yield* (this.rhs as JqNode).apply(input, scope);
};

/** jqjs gives null, or what JavaScript has, for the fields of texts and numbers. */
function needsParts(value: unknown): void {
  if (typeof value !== "object") throw new Error(`${describeValue(value)}, which has no fields or elements`);
}

const Access = classOf('.["a"]');
const accessed = Access.prototype.apply;
Access.prototype.apply = function* (this: JqNode, input, scope) {
  if (input !== undefined) needsParts(input);
  for (const value of accessed.call(this, input, scope)) yield typeof value === "function" ? null : value;
};

/** jqjs has no elements of null, which are null. */
const Index = classOf(".a[0]");
const indexed = Index.prototype.apply;
Index.prototype.apply = function* (this: JqNode, input, scope) {
  for (const value of (this.lhs as JqNode).apply(input, scope)) {
    if (value === null || value === undefined) {
      yield null;
      continue;
    }
    needsParts(value);
    yield* indexed.call({ ...this, lhs: { apply: () => [value] } } as unknown as JqNode, input, scope);
  }
};

/** jqjs leaves out null as well as errors. */
classOf(".a?").prototype.apply = function* (this: JqNode, input, scope) {
  try {
    yield* (this.inner as JqNode).apply(input, scope);
  } catch {
    // An error gives no value.
  }
};
