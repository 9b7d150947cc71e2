import type { ApolloServerPlugin } from "@apollo/server";
import { RETRY_AFTER_SECONDS } from "../../domain/errors.ts";

/**
 * Sets the status of a response by its errors: 503 for `UNAVAILABLE`, 429 with `Retry-After` for `RATE_LIMITED`, 507
 * for `STORAGE_FULL`. Clients and load balancers understand these.
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
 * Sets the status of a well-formed request whose document has errors: 200 for a client that accepts only
 * `application/json`, because such a client may take any other status for the answer of an intermediary, and 400 for
 * the newer media type.
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
