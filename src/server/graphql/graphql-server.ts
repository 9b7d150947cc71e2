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
import { RETRY_AFTER_SECONDS } from "../../domain/errors.ts";
import { submissionQuotas } from "../runs/submission/submission-quota.ts";
import { documentLimits, MAX_TOKENS } from "./document-limits.ts";
import { type ErrorLog, formatError } from "./error-format.ts";
import { documentTurns, heavyWork } from "./heavy-work.ts";
import type { PersistedQueries } from "./persisted-queries.ts";
import { operationLabel } from "./plan/operation-label.ts";
import { resolvePlanned } from "./plan/planned-object.ts";
import type { RequestContext } from "./resolvers/resolver.ts";

/**
 * Sets the HTTP status of a response with certain errors, because load balancers read only the status: 503 with
 * `Retry-After` for `UNAVAILABLE`, 429 with `Retry-After` for `RATE_LIMITED`, and 507 for `STORAGE_FULL`. The first of
 * these errors determines the status.
 */
const laterStatus: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response }) => {
      if (response.body.kind !== "single") return;
      const { errors = [] } = response.body.singleResult;
      for (const { extensions } of errors) {
        if (extensions?.code === "STORAGE_FULL") {
          response.http.status = 507;
          return;
        }
        if (extensions?.code !== "UNAVAILABLE" && extensions?.code !== "RATE_LIMITED") continue;
        const { retryAfter } = (extensions.details ?? {}) as { readonly retryAfter?: number };
        response.http.status = extensions.code === "UNAVAILABLE" ? 503 : 429;
        response.http.headers.set("retry-after", String(retryAfter ?? RETRY_AFTER_SECONDS));
        return;
      }
    },
  }),
};

/**
 * Changes the status 400 of a well-formed request to 200 for a client that does not accept
 * `application/graphql-response+json`. With plain `application/json`, a client cannot tell whether an error status
 * comes from this server or from an intermediary.
 * @see https://graphql.github.io/graphql-over-http/draft/#sec-application-json
 */
const legacyStatus: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response, source }) => {
      const accepted = request.http?.headers.get("accept") ?? "";
      if (accepted.includes("application/graphql-response+json") || source === undefined) return;
      if (response.http.status === 400) response.http.status = 200;
    },
  }),
};

/** The mutations that count towards a submission quota. */
const COUNTED = new Set(["submitRun", "finalizeRun"]);

/**
 * Sets the header `Submission-Quota` of the response to a submission. The header has the format of `RateLimit`. For
 * each benchmark, it states the viewer's remaining runs of today and the seconds until the next day.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
const quotaHeaders: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ operation, response, contextValue: { runs, viewer } }) => {
      const fields = operation?.operation === "mutation" ? operation.selectionSet.selections : [];
      if (!fields.some((field) => field.kind === "Field" && COUNTED.has(field.name.value))) return;
      // If the database fails here, the response is sent without the header.
      const quotas = await submissionQuotas(runs.database, viewer).catch(() => []);
      if (quotas.length === 0) return;
      const items = quotas.map(({ benchmark, remaining, resetSeconds: t }) => `"${benchmark}";r=${remaining};t=${t}`);
      response.http.headers.set("submission-quota", items.join(", "));
    },
  }),
};

/** Refuses subscriptions, which the schema lacks. Without this rule, graphql-js would report an internal error. */
const noSubscriptions: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (node.operation !== "subscription") return;
    context.reportError(
      new GraphQLError("Subscriptions are not supported; send a query or a mutation.", { nodes: node }),
    );
  },
});

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
