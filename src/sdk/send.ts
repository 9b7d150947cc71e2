import { OmnidexNotFoundError } from "./api-errors.ts";
import type { RequestOptions } from "./transport-options.ts";
import type { TypedDocument } from "./typed-document.ts";

/** Sends a document: the client's `query` without its overloads. The methods depend on nothing else of the client. */
export type Send = <TResult, TVariables>(
  document: TypedDocument<TResult, TVariables>,
  variables: TVariables,
  options?: RequestOptions,
) => Promise<TResult>;

/** Returns the value, or throws `OmnidexNotFoundError` if it is null. */
export function found<T>(what: "run" | "benchmark" | "release", value: T | null, name: string): T {
  if (value === null) throw new OmnidexNotFoundError(`There is no ${what} '${name}'.`, { path: [what] });
  return value;
}
