import type { ApolloServerPlugin } from "@apollo/server";
import { type FragmentDefinitionNode, GraphQLError, getVariableValues, Kind } from "graphql";
import { OmnidexError } from "../../domain/errors.ts";
import { hasKey } from "../../domain/viewer.ts";
import { documentTurn, introspectionTurn } from "../limits/document-turns.ts";
import { requireValues } from "../memory/check-filter.ts";
import type { AskedFilter } from "../memory/filter-values.ts";
import { estimateCost } from "./plan/estimate-cost.ts";
import { filterArguments } from "./plan/filter-arguments.ts";
import { rootFieldNames } from "./plan/operation-label.ts";
import { checkEstimate, HEAVY_COST } from "./plan/request-cost.ts";
import type { RequestContext } from "./resolvers/resolver.ts";

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
      try {
        const estimate = estimateCost(schema, { operation, fragments, variables: request.variables ?? {} });
        checkEstimate(estimate);
        // A mutation without a key fails later with the error about its missing key, so its filters are not checked.
        if (operation.operation === "query" || hasKey(contextValue.viewer)) {
          const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables ?? {});
          await checkFilters(contextValue, coerced ? filterArguments(schema, operation, fragments)(coerced) : []);
        }
        const names = rootFieldNames(operation, fragments);
        if (names.has("__schema") || names.has("__type")) await introspectionTurn(contextValue);
        if (operation.operation === "mutation" || estimate.most >= HEAVY_COST) contextValue.work.begin();
      } catch (error) {
        refuse(error);
      }
    },
  }),
};

/** Any error ends the request, also one of the database: a filter that was not checked is not executed. */
async function checkFilters(context: RequestContext, filters: readonly AskedFilter[]): Promise<void> {
  if (filters.length === 0) return;
  // Reading `runAggregates` throws if the database has already refused this request.
  const { database, viewer, runAggregates } = context;
  await requireValues({ database, viewer, memory: runAggregates.memory }, filters);
}

/**
 * Throws the error with status 400, because Apollo Server treats a plugin's error without a status as internal. Errors
 * of graphql-js are the caller's, such as a null for the argument of `@include`.
 */
function refuse(error: unknown): never {
  const http = { status: 400 };
  if (error instanceof GraphQLError)
    throw new GraphQLError(error.message, { nodes: error.nodes ?? null, extensions: { code: "BAD_USER_INPUT", http } });
  if (!(error instanceof OmnidexError)) throw error;
  throw new GraphQLError(error.message, { originalError: error, extensions: { http } });
}
