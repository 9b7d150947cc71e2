import { compile, type JqNode } from "@michaelhomer/jqjs";
import { describeValue } from "../files/record-path.ts";
import { isTrue, OWN_FUNCTIONS } from "./jq-functions.ts";

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
  const run = compile(new Forms(text).filter());
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
    if (!OWN_FUNCTIONS.has(name) && existing?.includes(name) !== true) throw new Error(`there is no function ${name}`);
  return { run, functions, variables: new Set([...named].filter((name) => !bound.has(name))) };
}

/**
 * A filter in the forms that jqjs reads: `.a."b c"` as `.a["b c"]`, which it takes for a text; `.[1:]` and `.[:1]` with both
 * ends. Texts stay, but for the filters in them.
 */
class Forms {
  #at = 0;

  constructor(readonly text: string) {}

  /** @param isWithin whether the filter is in a text, and ends with its bracket */
  filter(isWithin = false): string {
    let out = "";
    for (let depth = 0; this.#at < this.text.length; ) {
      const rest = this.text.slice(this.#at);
      const found = /^(?:\.\s*(?=")|\[\s*:|:\s*\]|#[^\n]*|(?=")|[\s\S])/.exec(rest)?.[0] ?? "";
      if (found === ")" && isWithin && depth === 0) return out;
      this.#at += found.length;
      if (this.text[this.#at] === '"' && (found === "" || found.startsWith("."))) {
        const isField = found !== "";
        const text = this.#quoted();
        if (!isField) out += text;
        else out += `${/[\w\])"?]$/.test(out) ? "" : "."}[${text}]`;
        continue;
      }
      if (found === "(") depth += 1;
      if (found === ")") depth -= 1;
      if (found.startsWith("[") && found.length > 1) out += "[0:";
      else if (found.startsWith(":") && found.length > 1) out += `:${Number.MAX_SAFE_INTEGER}]`;
      else if (!found.startsWith("#")) out += found;
    }
    return out;
  }

  #quoted(): string {
    let out = '"';
    this.#at += 1;
    while (this.#at < this.text.length) {
      const [part = ""] = /^(?:\\\(|\\[\s\S]|"|[^"\\]+|\\)/.exec(this.text.slice(this.#at)) ?? [""];
      out += part;
      this.#at += part.length;
      if (part === '"') return out;
      if (part === "\\(") out += this.filter(true);
    }
    return out;
  }
}

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

const callBuiltin = FunctionCall.prototype.apply;
FunctionCall.prototype.apply = function (this: JqNode, input, scope) {
  const own = OWN_FUNCTIONS.get(String(this.name));
  if (own === undefined || scope.userFuncArgs[String(this.name)] !== undefined)
    return callBuiltin.call(this, input, scope);
  return own(input, this.args as readonly JqNode[], scope);
};

/** jqjs takes 0 and the empty text for false, and only the first value of a condition. */
classOf("if . then 1 else 2 end").prototype.apply = function* (this: JqNode, input, scope) {
  const { conditions, thens, elseBranch } = this as unknown as {
    readonly conditions: readonly JqNode[];
    readonly thens: readonly JqNode[];
    readonly elseBranch?: JqNode;
  };
  function* from(index: number): Generator<unknown> {
    const [condition, then] = [conditions[index], thens[index]];
    if (condition === undefined || then === undefined) {
      if (elseBranch) yield* elseBranch.apply(input, scope);
      else yield input;
      return;
    }
    for (const value of condition.apply(input, scope))
      yield* isTrue(value) ? then.apply(input, scope) : from(index + 1);
  }
  yield* from(0);
};

/** jqjs evaluates the second side even if the first one decides. */
for (const [operator, decides] of [
  [". and .", false],
  [". or .", true],
] as const)
  classOf(operator).prototype.apply = function* (this: JqNode, input, scope) {
    for (const first of (this.l as JqNode).apply(input, scope)) {
      if (isTrue(first) === decides) yield decides;
      else for (const second of (this.r as JqNode).apply(input, scope)) yield isTrue(second);
    }
  };

/** jqjs divides by 0. */
for (const operator of [".a / .b", ".a % .b"]) {
  const { prototype } = classOf(operator) as unknown as {
    readonly prototype: { combine: (...sides: unknown[]) => unknown };
  };
  const { combine } = prototype;
  prototype.combine = function (this: unknown, ...sides) {
    if (sides[1] === 0) throw new Error(`${describeValue(sides[0])} divided by 0`);
    return combine.apply(this, sides);
  };
}

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
