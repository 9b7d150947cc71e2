import type * as options from "../options.ts";
import { type BothWays, type Connection, ReversiblePaged } from "../pagination.ts";
import type { Send } from "../send.ts";
import type { RequestOptions } from "../transport-options.ts";
import type * as types from "../types.ts";

type QuestionPage = Connection<types.Question, BothWays>;
type Questions = ReversiblePaged<types.Question>;
type Filter = types.QuestionFilter | undefined;
type ComparedRuns = { readonly reference: string; readonly runs: readonly string[]; readonly filter: Filter };

/** The documents of comparisons, loaded with the first of them. */
const documents = () => import("../generated/comparison-operations.ts");

const EMPTY: QuestionPage = {
  nodes: [],
  pageInfo: { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null },
  totalCount: 0,
};

/** Comparisons of runs, question by question. */
export const comparisonMethods = (send: Send) => {
  const questionLists = (a: string, b: string, filter: Filter, all: RequestOptions) => {
    const differing = (better?: types.ComparisonSide): Questions =>
      new ReversiblePaged(async (page, request) => {
        const variables = { a, b, filter, better, ...page };
        return (await send((await documents()).DisagreementsDocument, variables, request)).compareRuns.disagreements;
      }, all);
    return { disagreements: differing(), betterOn: differing };
  };

  const unique = (run: string, variables: ComparedRuns, all: RequestOptions): Questions =>
    new ReversiblePaged(async (page, request) => {
      const document = (await documents()).UniquelyRightDocument;
      const { compareWithReference } = await send(document, { ...variables, run, ...page }, request);
      return compareWithReference.uniquelyRight[0]?.questions ?? EMPTY;
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
      return { ...compareRuns, ...questionLists(a, b, filter, request) };
    },

    /**
     * Compares 1 to 9 runs with one reference, over one release and a slice. `adjustedPValue` is corrected for all runs and
     * all cells together. Positive differences favour the run.
     *
     * @example
     * const { comparisons, uniquelyRight } = await omnidex.compareWithReference(base.id, [a.id, b.id], { by: ["TASK"] });
     * for (const { a, difference, adjustedPValue } of comparisons) console.log(a.model.name, difference, adjustedPValue);
     * for (const { run, questionCount } of uniquelyRight) console.log(run, questionCount);
     */
    async compareWithReference(
      reference: string,
      runs: readonly string[],
      { filter, by, ...request }: options.CompareOptions = {},
    ): Promise<types.ReferenceComparison> {
      const asked = { reference, runs, filter };
      const document = (await documents()).CompareWithReferenceDocument;
      const { comparisons, tests, uniquelyRight } = (await send(document, { ...asked, by }, request))
        .compareWithReference;
      return {
        comparisons: comparisons.map((one) => ({ ...one, ...questionLists(one.a.id, one.b.id, filter, request) })),
        tests,
        uniquelyRight: uniquelyRight.map(({ run: { id: run }, questions }) => ({
          run,
          questionCount: questions.totalCount,
          questions: unique(run, asked, request),
        })),
      };
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
          comparison: { ...contrast.comparison, ...questionLists(more, less, filter, request) },
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
