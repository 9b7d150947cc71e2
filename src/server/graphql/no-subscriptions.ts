import { GraphQLError, type ValidationRule } from "graphql";

/** Refuses subscriptions, which the schema lacks. Without this rule, graphql-js would report an internal error. */
export const noSubscriptions: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.operation !== "subscription") return;
    context.reportError(
      new GraphQLError("Subscriptions are not supported; send a query or a mutation.", { nodes: node }),
    );
  },
});
