import type { ApolloServerPlugin } from "@apollo/server";
import { type FragmentDefinitionNode, GraphQLError, getVariableValues, Kind } from "graphql";
import { type ErrorCode, OmnidexError } from "../../domain/errors.ts";
import { requireValues } from "../catalog/check-filter.ts";
import type { AskedFilter } from "../catalog/filter-values.ts";
import { documentTurn } from "../limits/document-turns.ts";
import { estimateCost } from "../plan/estimate-cost.ts";
import { filterArguments } from "../plan/filter-arguments.ts";
import { checkEstimate, HEAVY_COST } from "../plan/request-cost.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import type { ErrorLog } from "./error-format.ts";

/**
 * Parses long documents that are not cached, one at a time. Between the parsing and the validation of a document, only
 * settled promises are awaited.
 */
export const documentTurns: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    parsingDidStart: async ({ source, contextValue }) => {
      await documentTurn(source.length, contextValue);
    },
  }),
};

/**
 * Refuses an operation whose estimated cost exceeds the limit of a request, before it is executed. Counts mutations,
 * and queries that may cost as much as an audit, as heavy operations of their caller. The handler releases them.
 * @param log receives unexpected errors that prevented the check of filters
 */
export const heavyWork = (log: ErrorLog): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ operation, document, schema, request, contextValue }) => {
      if (operation === undefined) return;
      const fragments: Record<string, FragmentDefinitionNode> = {};
      for (const node of document.definitions)
        if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
      const estimate = estimateCost(schema, { operation, fragments, variables: request.variables ?? {} });
      refuseTooCostly(estimate);
      await refuseInvalidFilters(contextValue, log, () => {
        const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
        return coerced === undefined ? [] : filterArguments(schema, operation, fragments)(coerced);
      });
      if (operation.operation === "mutation" || estimate >= HEAVY_COST) contextValue.work.begin();
    },
  }),
});

const REFUSED: ReadonlySet<string> = new Set<ErrorCode>(["INVALID_FILTER", "BAD_USER_INPUT", "FORBIDDEN"]);

async function refuseInvalidFilters(
  context: RequestContext,
  log: ErrorLog,
  filters: () => readonly AskedFilter[],
): Promise<void> {
  try {
    // Throws if the database has already refused this request.
    const { database, viewer, runAggregates } = context;
    await requireValues({ database, viewer, memory: runAggregates.memory }, filters());
  } catch (error) {
    if (error instanceof OmnidexError && REFUSED.has(error.code)) refuse(error);
    // If the database does not answer, the execution fails as well and reports the error in the usual form. Any other
    // error would go unnoticed if it were not logged here.
    if (!(error instanceof OmnidexError)) log(context.record.requestId, error);
  }
}

function refuseTooCostly(estimate: number): void {
  try {
    checkEstimate(estimate);
  } catch (error) {
    refuse(error);
  }
}

/** Apollo Server treats an error thrown by a plugin as an internal error, unless it has another status. */
function refuse(error: unknown): never {
  if (!(error instanceof OmnidexError)) throw error;
  throw new GraphQLError(error.message, { originalError: error, extensions: { http: { status: 400 } } });
}
