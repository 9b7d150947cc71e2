/** Types for an implementation of jq in JavaScript that is published without types. */
declare module "@michaelhomer/jqjs" {
  /** A node of a parsed filter. */
  export interface JqNode {
    apply(input: unknown, scope: JqScope): Iterable<unknown>;
    /** The paths of the values that `apply` gives. */
    paths(input: unknown, scope: JqScope): Iterable<unknown>;
    readonly [part: string]: unknown;
  }

  export interface JqScope {
    /** The arguments of the function whose body is evaluated. */
    readonly userFuncArgs: Readonly<Record<string, JqNode>>;
  }

  /** @throws an error for an invalid filter */
  export function compile(filter: string): ((input: unknown) => Iterable<unknown>) & { readonly ast: JqNode };
}
