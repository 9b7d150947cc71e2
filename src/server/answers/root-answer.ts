import type { OperationContext } from "../plan/selection.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

/** The values of an operation's variables, coerced. */
export type Variables = OperationContext["variableValues"];

/** JSON in pieces that follow each other. A long piece is never copied into a longer text. */
export type JsonPieces = readonly string[];

/** Produces the value of one root field. */
export interface RootAnswer {
  readonly responseKey: string;
  /** An upper bound of its cost. */
  estimate(variables: Variables): number;
  /**
   * The value as JSON, in one text or in pieces.
   * @throws the errors of its resolver, and NotCompilableError if only the resolver can answer
   */
  text(context: RequestContext, variables: Variables): Promise<string | JsonPieces>;
}
