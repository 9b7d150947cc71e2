import type { ApolloServerPlugin } from "@apollo/server";
import { RETRY_AFTER_SECONDS } from "../../domain/errors.ts";

/**
 * Gives a response with an `UNAVAILABLE` error the status 503, and one with a `RATE_LIMITED` error 429, with a `Retry-After`,
 * which clients and balancers understand; and one with `STORAGE_FULL` the status 507.
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
 * A client that takes only `application/json` may take any status but 200 for an answer of something between it and the
 * server, so it gets 200 for a well-formed request whose document has faults; the newer media type gets 400.
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
