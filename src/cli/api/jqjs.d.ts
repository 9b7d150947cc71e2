/** Types for an implementation of jq in JavaScript that is published without types. */
declare module "@michaelhomer/jqjs" {
  /** @throws an error for an invalid filter */
  export function compile(filter: string): (input: unknown) => Iterable<unknown>;
}
