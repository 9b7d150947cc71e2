import type * as options from "../options.ts";
import { type BothWays, type Connection, ReversiblePaged } from "../pagination.ts";
import type { Send } from "../send.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

type QuestionPage = Connection<types.Question, BothWays>;
type Questions = ReversiblePaged<types.Question>;
type Filter = types.QuestionFilter | undefined;

/** The documents of comparisons, loaded with the first of them. */
const documents = () => import("../generated/comparison-operations.ts");

const EMPTY: QuestionPage = {
  nodes: [],
  pageInfo: { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null },
  totalCount: 0,
};

/** Comparisons of runs, question by question. */
export const comparisonMethods = (send: Send) => {
  const disagreements = (a: string, b: string, filter: Filter, all: RequestOptions): Questions =>
    new ReversiblePaged(async (page, request) => {
      const variables = { a, b, filter, ...page };
      return (await send((await documents()).DisagreementsDocument, variables, request)).compareRuns.disagreements;
    }, all);

  // `runs` holds only the two runs of this contrast, so that the server computes no other contrast for a page.
  const side = (gained: boolean, runs: readonly string[], filter: Filter, all: RequestOptions): Questions =>
    new ReversiblePaged(async (page, request) => {
      const variables = { runs, filter, gained, ...page };
      const [contrast] = (await send((await documents()).ContrastDocument, variables, request)).modalityDiagnostics
        .contrasts;
      return contrast?.gained ?? contrast?.lost ?? EMPTY;
    }, all);

  const needing = (runs: readonly string[], modality: types.Modality, filter: Filter, all: RequestOptions): Questions =>
    new ReversiblePaged(async (page, request) => {
      const { modalityDiagnostics } = await send(
        (await documents()).NeedingDocument,
        { runs, filter, ...page },
        request,
      );
      return modalityDiagnostics.needs.find((need) => need.modality === modality)?.questions ?? EMPTY;
    }, all);

  return {
    /**
     * A paired comparison of two runs of one release over a slice. Positive differences favour `a`; `disagreements`
     * lists the questions on which the two scores differ.
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
      const { compareRuns } = await send((await documents()).CompareRunsDocument, { a, b, filter, by }, request);
      return { ...compareRuns, disagreements: disagreements(a, b, filter, request) };
    },

    /**
     * Compares at most 10 runs of one model with different inputs: which questions each modality gains, and which it
     * loses.
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
      const { modalityDiagnostics } = await send((await documents()).ModalityDiagnosticsDocument, variables, request);
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
