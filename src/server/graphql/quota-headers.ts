import type { ApolloServerPlugin } from "@apollo/server";
import { submissionQuotas } from "../runs/submission/submission-quota.ts";
import type { RequestContext } from "./resolvers/request-context.ts";

/** The mutations that count towards a submission quota. */
const COUNTED = new Set(["submitRun", "finalizeRun"]);

/**
 * Sets the header `Submission-Quota` of the response to a submission. The header has the format of `RateLimit`. For
 * each benchmark, it states the viewer's remaining runs of today and the seconds until the next day.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const quotaHeaders: ApolloServerPlugin<RequestContext> = {
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
