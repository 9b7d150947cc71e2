import type { OperationContext } from "../plan/selection.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

/** The values of an operation's variables, coerced. */
export type Variables = OperationContext["variableValues"];

/** Produces the value of one root field. */
export interface RootAnswer {
  readonly responseKey: string;
  /** An upper bound of its cost. */
  estimate(variables: Variables): number;
  /**
   * The value as JSON.
   * @throws the errors of its resolver, and NotCompilableError if only the resolver can answer
   */
  text(context: RequestContext, variables: Variables): Promise<string>;
}
