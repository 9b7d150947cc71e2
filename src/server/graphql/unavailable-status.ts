import type { ApolloServerPlugin } from "@apollo/server";
import { RETRY_AFTER_SECONDS } from "../../domain/errors.ts";

/**
 * Gives a response with an `UNAVAILABLE` error the status 503 and a `Retry-After`, which clients and balancers understand; and
 * one with `STORAGE_FULL` the status 507.
 */
export const unavailableStatus: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response }) => {
      if (response.body.kind !== "single") return;
      const { errors = [] } = response.body.singleResult;
      if (errors.some(({ extensions }) => extensions?.code === "STORAGE_FULL")) response.http.status = 507;
      if (!errors.some(({ extensions }) => extensions?.code === "UNAVAILABLE")) return;
      response.http.status = 503;
      response.http.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
    },
  }),
};
