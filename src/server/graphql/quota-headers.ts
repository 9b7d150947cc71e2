import type { ApolloServerPlugin } from "@apollo/server";
import type { RequestContext } from "../resolvers/request-context.ts";
import { submissionQuotas } from "../services/submission/submission-quota.ts";

/** The mutations that take a submission from a quota. */
const COUNTED = new Set(["submitRun", "finalizeRun"]);

/**
 * Sets the header `Submission-Quota` of the response to a submission. It states the viewer's remaining quotas in the
 * form of `RateLimit`: for each benchmark, the runs that remain today and the seconds until the next day.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const quotaHeaders: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ operation, response, contextValue: { runs, viewer } }) => {
      const fields = operation?.operation === "mutation" ? operation.selectionSet.selections : [];
      if (!fields.some((field) => field.kind === "Field" && COUNTED.has(field.name.value))) return;
      // If the database fails now, the finished answer is sent without the header.
      const quotas = await submissionQuotas(runs.database, viewer).catch(() => []);
      if (quotas.length === 0) return;
      const items = quotas.map(({ benchmark, remaining, resetSeconds: t }) => `"${benchmark}";r=${remaining};t=${t}`);
      response.http.headers.set("submission-quota", items.join(", "));
    },
  }),
};
