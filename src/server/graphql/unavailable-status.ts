import type { ApolloServerPlugin } from "@apollo/server";
import { RETRY_AFTER_SECONDS } from "../../domain/errors.ts";

/** What fails for want of the database is told with a status that clients and balancers understand, and will pass. */
export const unavailableStatus: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response }) => {
      if (response.body.kind !== "single") return;
      const { errors = [] } = response.body.singleResult;
      if (!errors.some(({ extensions }) => extensions?.code === "UNAVAILABLE")) return;
      response.http.status = 503;
      response.http.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
    },
  }),
};
