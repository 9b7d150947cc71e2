import type { ApolloServerPlugin } from "@apollo/server";
import { type FragmentDefinitionNode, GraphQLError, getVariableValues, Kind } from "graphql";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import { hasKey } from "../../domain/viewer.ts";
import { requireValues } from "../catalog/check-filter.ts";
import type { AskedFilter } from "../catalog/filter-values.ts";
import { documentTurn } from "../limits/document-turns.ts";
import { estimateCost } from "../plan/estimate-cost.ts";
import { filterArguments } from "../plan/filter-arguments.ts";
import { checkEstimate, HEAVY_COST } from "../plan/request-cost.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

/**
 * A long document that is not cached waits for its turn before it is parsed, so that only one is parsed at a time. A
 * turn ends when the event loop continues. That is after the validation, because Apollo Server awaits only settled
 * promises between parsing and validation.
 */
export const documentTurns: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    parsingDidStart: async ({ source, contextValue }) => {
      await documentTurn(source.length, contextValue);
    },
  }),
};

/**
 * Refuses an operation before its execution if the estimated cost exceeds the limit of a request, or if a filter is
 * invalid. Until the HTTP handler has its response, a mutation counts as a heavy operation of its caller, and so does a
 * query whose estimate is at least `HEAVY_COST`.
 */
export const heavyWork: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation, document, schema, request, contextValue }) => {
      if (operation === undefined) return;
      const fragments: Record<string, FragmentDefinitionNode> = {};
      for (const node of document.definitions)
        if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
      const estimate = estimateCost(schema, { operation, fragments, variables: request.variables ?? {} });
      refuseTooCostly(estimate);
      // A mutation without a key fails later with the error about its missing key, so its filters are not checked.
      if (operation.operation === "query" || hasKey(contextValue.viewer))
        await refuseInvalidFilters(contextValue, () => {
          const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
          return coerced === undefined ? [] : filterArguments(schema, operation, fragments)(coerced);
        });
      if (operation.operation === "mutation" || estimate >= HEAVY_COST) contextValue.work.begin();
    },
  }),
};

const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(["INVALID_FILTER", "BAD_USER_INPUT", "FORBIDDEN"]);

async function refuseInvalidFilters(context: RequestContext, filters: () => readonly AskedFilter[]): Promise<void> {
  try {
    // Reading `runAggregates` throws if the database has already refused this request.
    const { database, viewer, runAggregates } = context;
    await requireValues({ database, viewer, memory: runAggregates.memory }, filters());
  } catch (error) {
    // An unexpected error ends the request: a filter that was not checked is not executed.
    if (!(error instanceof OmnidexError)) throw error;
    if (REFUSED.has(error.code)) refuse(error);
    // The database does not answer. The execution fails for the same reason, and reports the error of each field.
  }
}

function refuseTooCostly(estimate: number): void {
  try {
    checkEstimate(estimate);
  } catch (error) {
    refuse(error);
  }
}

/** Throws the error with status 400, because Apollo Server treats a plugin's error without a status as internal. */
function refuse(error: unknown): never {
  if (!(error instanceof OmnidexError)) throw error;
  throw new GraphQLError(error.message, { originalError: error, extensions: { http: { status: 400 } } });
}
