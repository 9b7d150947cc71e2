import type { ApolloServerPlugin } from "@apollo/server";
import { type FragmentDefinitionNode, Kind } from "graphql";
import { operationLabel } from "../plan/operation-label.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

/** Records a request's operation, cost and error in its request record. */
export const requestObservation: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    didResolveOperation: async ({ document, operation, operationName, contextValue: { record } }) => {
      if (operation === undefined) return;
      const fragments: Record<string, FragmentDefinitionNode> = {};
      for (const node of document.definitions)
        if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
      record.operation = operationLabel(operation, fragments);
      record.name = operationName;
      record.answeredBy = "executed";
    },
    willSendResponse: async ({ response, contextValue }) => {
      const { record, cost } = contextValue;
      record.cost = cost.objects;
      if (response.body.kind !== "single") return;
      const code = response.body.singleResult.errors?.[0]?.extensions?.code;
      if (typeof code === "string") record.code = code;
    },
  }),
};
