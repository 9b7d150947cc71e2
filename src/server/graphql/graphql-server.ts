import { ApolloServer, type ApolloServerPlugin } from "@apollo/server";
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from "@apollo/server/plugin/disabled";
import {
  defaultFieldResolver,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type ValidationRule,
} from "graphql";
import { documentLimits } from "./document-limits.ts";
import { MAX_TOKENS } from "./document-tokens.ts";
import { type ErrorLog, formatError } from "./error-format.ts";
import { documentTurns, heavyWork } from "./heavy-work.ts";
import { noSubscriptions } from "./no-subscriptions.ts";
import type { PersistedQueries } from "./persisted-queries.ts";
import { operationLabel } from "./plan/operation-label.ts";
import { resolvePlanned } from "./plan/planned-object.ts";
import { quotaHeaders } from "./quota-headers.ts";
import type { RequestContext } from "./resolvers/request-context.ts";
import { laterStatus, legacyStatus } from "./response-status.ts";

/** The validation rules for documents, in addition to the specification's. */
export const VALIDATION_RULES: readonly ValidationRule[] = [noSubscriptions, documentLimits];

/** Starts an Apollo Server over Omnidex's schema. */
export async function startGraphqlServer(
  schema: GraphQLSchema,
  persisted: PersistedQueries,
  log: ErrorLog,
): Promise<ApolloServer<RequestContext>> {
  const server = new ApolloServer<RequestContext>({
    schema,
    fieldResolver: resolvePlanned(defaultFieldResolver),
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: { cache: persisted },
    // Cross-site requests cannot be forged, because callers authenticate with a key in a header and never with a
    // cookie. CSRF prevention would refuse plain GET requests, which GraphQL over HTTP allows for reads.
    csrfPrevention: false,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: [...VALIDATION_RULES],
    formatError: (formatted, error) => formatError(formatted, error, log),
    plugins: [
      requestIds,
      legacyStatus,
      laterStatus,
      documentTurns,
      heavyWork,
      quotaHeaders,
      requestObservation,
      // The cache control plugin would call `.then` on the result of every resolver. This server does not use its
      // hints.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
  await server.start();
  return server;
}

/** Adds the request id to every error, so that the error can be found in the log. */
const requestIds: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    didEncounterErrors: async ({ errors, contextValue }) => {
      for (const error of errors) {
        // Unexpected errors of graphql-js, such as a RangeError, arrive here unwrapped.
        if (error instanceof GraphQLError) error.extensions.requestId = contextValue.record.requestId;
      }
    },
    willSendResponse: async ({ response, contextValue }) => {
      if (response.body.kind !== "single") return;
      const { singleResult } = response.body;
      if (singleResult.errors === undefined) return;
      singleResult.errors = singleResult.errors.map((error) => ({
        ...error,
        extensions: { ...error.extensions, requestId: contextValue.record.requestId },
      }));
    },
  }),
};

/** Records a request's operation, cost and error in its request record. */
const requestObservation: ApolloServerPlugin<RequestContext> = {
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
