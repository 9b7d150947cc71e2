import type { ApolloServerPlugin } from "@apollo/server";
import { RETRY_AFTER_SECONDS } from "../../domain/errors.ts";

/**
 * Sets the HTTP status of a response with certain errors, because load balancers read only the status: 503 with
 * `Retry-After` for `UNAVAILABLE`, 429 with `Retry-After` for `RATE_LIMITED`, and 507 for `STORAGE_FULL`. The first of
 * these errors determines the status.
 */
export const laterStatus: ApolloServerPlugin = {
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
export const legacyStatus: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ request, response, source }) => {
      const accepted = request.http?.headers.get("accept") ?? "";
      if (accepted.includes("application/graphql-response+json") || source === undefined) return;
      if (response.http.status === 400) response.http.status = 200;
    },
  }),
};
