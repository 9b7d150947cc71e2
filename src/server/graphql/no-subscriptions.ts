import { GraphQLError, type ValidationRule } from "graphql";

/** Refuses subscriptions. The schema has none, but graphql-js notices only on execution, and as an internal error. */
export const noSubscriptions: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.operation !== "subscription") return;
    context.reportError(
      new GraphQLError("Subscriptions are not supported; send a query or a mutation.", { nodes: node }),
    );
  },
});
