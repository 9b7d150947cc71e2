import type { ApolloServerPlugin } from "@apollo/server";
import { type FragmentDefinitionNode, GraphQLError, Kind } from "graphql";
import { OmnidexError } from "../../domain/errors.ts";
import { documentTurn } from "../limits/document-turns.ts";
import { estimateCost } from "../plan/estimate-cost.ts";
import { checkEstimate, HEAVY_COST } from "../plan/request-cost.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

/**
 * Long documents that are not known yet are parsed in turn. Nothing but settled promises is awaited until they are
 * validated.
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
      if (operation.operation === "mutation" || estimate >= HEAVY_COST) contextValue.work.begin();
    },
  }),
};

/** Apollo Server treats an error thrown by a plugin as an internal error, unless it has another status. */
function refuseTooCostly(estimate: number): void {
  try {
    checkEstimate(estimate);
  } catch (error) {
    if (!(error instanceof OmnidexError)) throw error;
    throw new GraphQLError(error.message, { originalError: error, extensions: { http: { status: 400 } } });
  }
}
