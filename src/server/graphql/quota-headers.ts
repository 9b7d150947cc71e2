import type { ApolloServerPlugin } from "@apollo/server";
import type { RequestContext } from "../resolvers/request-context.ts";
import { submissionQuotas } from "../services/submission/submission-quota.ts";

/** The mutations that take a submission from a quota. */
const COUNTED = new Set(["submitRun", "finalizeRun"]);

/**
 * Says in the header `Submission-Quota` of a submission's answer what is left of the viewer's quotas: a list of benchmarks with
 * the runs that remain today and the seconds until the next day, in the form of `RateLimit`.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export const quotaHeaders: ApolloServerPlugin<RequestContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ operation, response, contextValue: { runs, viewer } }) => {
      const fields = operation?.operation === "mutation" ? operation.selectionSet.selections : [];
      if (!fields.some((field) => field.kind === "Field" && COUNTED.has(field.name.value))) return;
      // An answer that is ready is not lost because the database has gone meanwhile.
      const quotas = await submissionQuotas(runs.database, viewer).catch(() => []);
      if (quotas.length === 0) return;
      const items = quotas.map(({ benchmark, remaining, resetSeconds: t }) => `"${benchmark}";r=${remaining};t=${t}`);
      response.http.headers.set("submission-quota", items.join(", "));
    },
  }),
};
