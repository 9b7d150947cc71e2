import type { CostBounds } from "../plan/estimate-cost.ts";
import type { OperationContext } from "../plan/selection.ts";
import type { RequestContext } from "../resolvers/resolver.ts";

/** The coerced values of an operation's variables. */
export type Variables = OperationContext["variableValues"];

/** JSON as a list of pieces to concatenate. Long pieces stay separate, so that they are not copied. */
export type JsonPieces = readonly string[];

/** Produces the value of one root field. */
export interface RootReply {
  readonly responseKey: string;
  /** The bounds of the field's cost. */
  estimate(variables: Variables): CostBounds;
  /**
   * The field's value as JSON, in one text or in pieces.
   * @throws the errors of the field's resolver, and NotCompilableError if only the resolver can produce the value
   */
  text(context: RequestContext, variables: Variables): Promise<string | JsonPieces>;
}
