import * as documents from "../generated/operations.ts";
import type * as options from "../options.ts";
import { type BothWays, type Connection, ReversiblePaged } from "../pagination.ts";
import type { Send } from "../send.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

type QuestionPage = Connection<types.Question, BothWays>;
type Questions = ReversiblePaged<types.Question>;
type Filter = types.QuestionFilter | undefined;

const EMPTY: QuestionPage = {
  nodes: [],
  pageInfo: { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null },
  totalCount: 0,
};

/** Runs beside each other, question by question. */
export const comparisonMethods = (send: Send) => {
  const disagreements = (a: string, b: string, filter: Filter, all: RequestOptions): Questions =>
    new ReversiblePaged(async (page, request) => {
      const variables = { a, b, filter, ...page };
      return (await send(documents.DisagreementsDocument, variables, request)).compareRuns.disagreements;
    }, all);

  // Of the two runs alone there is one contrast, so no other is computed for a page of it.
  const side = (gained: boolean, runs: readonly string[], filter: Filter, all: RequestOptions): Questions =>
    new ReversiblePaged(async (page, request) => {
      const variables = { runs, filter, gained, ...page };
      const [contrast] = (await send(documents.ContrastDocument, variables, request)).modalityDiagnostics.contrasts;
      return contrast?.gained ?? contrast?.lost ?? EMPTY;
    }, all);

  const needing = (runs: readonly string[], modality: types.Modality, filter: Filter, all: RequestOptions): Questions =>
    new ReversiblePaged(async (page, request) => {
      const { modalityDiagnostics } = await send(documents.NeedingDocument, { runs, filter, ...page }, request);
      return modalityDiagnostics.needs.find((need) => need.modality === modality)?.questions ?? EMPTY;
    }, all);

  return {
    /**
     * Two runs over one release, question by question, over a slice. Positive differences favour `a`; `disagreements` is
     * a list of the questions on which they differ.
     *
     * @example
     * const comparison = await omnidex.compareRuns(a.id, b.id, { by: ["TASK"] });
     * console.log(comparison.difference, comparison.interval, comparison.pValue);
     * for await (const question of comparison.disagreements.take(10)) console.log(question.key);
     */
    async compareRuns(
      a: string,
      b: string,
      { filter, by, ...request }: options.CompareOptions = {},
    ): Promise<types.RunComparison> {
      const { compareRuns } = await send(documents.CompareRunsDocument, { a, b, filter, by }, request);
      return { ...compareRuns, disagreements: disagreements(a, b, filter, request) };
    },

    /**
     * At most 10 runs of one model that differ in what it was given: what each modality brings, and what it costs.
     *
     * @example
     * const { contrasts, needs } = await omnidex.modalityDiagnostics([silent.id, withSound.id]);
     * for (const { added, gainedCount, lostCount } of contrasts) console.log(added, gainedCount, lostCount);
     * for (const { modality, gained, expectedByChance, net } of needs) console.log(modality, gained, expectedByChance, net);
     */
    async modalityDiagnostics(
      runs: readonly string[],
      { filter, ...request }: options.SliceOptions = {},
    ): Promise<types.ModalityDiagnostics> {
      const variables = { runs, filter };
      const { modalityDiagnostics } = await send(documents.ModalityDiagnosticsDocument, variables, request);
      const contrasts = modalityDiagnostics.contrasts.map((contrast) => {
        const [less, more] = [contrast.without.id, contrast.with.id];
        return {
          ...contrast,
          comparison: { ...contrast.comparison, disagreements: disagreements(more, less, filter, request) },
          gainedCount: contrast.gained.totalCount,
          gained: side(true, [less, more], filter, request),
          lostCount: contrast.lost.totalCount,
          lost: side(false, [less, more], filter, request),
        };
      });
      const needs = modalityDiagnostics.needs.map((need) => ({
        ...need,
        questionCount: need.gained,
        questions: needing(runs, need.modality, filter, request),
      }));
      return { contrasts, needs };
    },
  };
};
