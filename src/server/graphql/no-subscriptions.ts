import { GraphQLError, type ValidationRule } from "graphql";

/** The schema has none, which graphql-js finds out only when it executes one, and takes for the server's fault. */
export const noSubscriptions: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.operation !== "subscription") return;
    context.reportError(
      new GraphQLError("There are no subscriptions here, only queries and mutations.", { nodes: node }),
    );
  },
});
