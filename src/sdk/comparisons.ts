import * as documents from "./generated/comparison-operations.ts";
import { type BothWays, type Connection, ReversiblePaged } from "./pagination.ts";
import type { CompareOptions, SliceOptions } from "./sdk-options.ts";
import type { Send } from "./send.ts";
import type { RequestOptions } from "./transport-options.ts";
import type * as types from "./types.ts";

type QuestionPage = Connection<types.Question, BothWays>;
type Questions = ReversiblePaged<types.Question>;
type Filter = types.QuestionFilter | undefined;
type ComparedRuns = { readonly reference: string; readonly runs: readonly string[]; readonly filter: Filter };

const EMPTY: QuestionPage = {
  nodes: [],
  pageInfo: { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null },
  totalCount: 0,
};

function questionLists(send: Send, a: string, b: string, filter: Filter, all: RequestOptions) {
  const differing = (better?: types.ComparisonSide): Questions =>
    new ReversiblePaged(async (page, request) => {
      const variables = { a, b, filter, better, ...page };
      return (await send(documents.DisagreementsDocument, variables, request)).compareRuns.disagreements;
    }, all);
  return { disagreements: differing(), betterOn: differing };
}

const unique = (send: Send, run: string, variables: ComparedRuns, all: RequestOptions): Questions =>
  new ReversiblePaged(async (page, request) => {
    const { compareWithReference } = await send(
      documents.UniquelyRightDocument,
      { ...variables, run, ...page },
      request,
    );
    return compareWithReference.uniquelyRight[0]?.questions ?? EMPTY;
  }, all);

// `runs` holds only the two runs of this contrast, so that the server computes no other contrast for a page.
const side = (send: Send, gained: boolean, runs: readonly string[], filter: Filter, all: RequestOptions): Questions =>
  new ReversiblePaged(async (page, request) => {
    const variables = { runs, filter, gained, ...page };
    const [contrast] = (await send(documents.ContrastDocument, variables, request)).modalityDiagnostics.contrasts;
    return contrast?.gained ?? contrast?.lost ?? EMPTY;
  }, all);

const needing = (
  send: Send,
  runs: readonly string[],
  modality: types.Modality,
  filter: Filter,
  all: RequestOptions,
): Questions =>
  new ReversiblePaged(async (page, request) => {
    const { modalityDiagnostics } = await send(documents.NeedingDocument, { runs, filter, ...page }, request);
    return modalityDiagnostics.needs.find((need) => need.modality === modality)?.questions ?? EMPTY;
  }, all);

/** A paired comparison of two runs. */
export async function compareRuns(
  send: Send,
  a: string,
  b: string,
  { filter, by, ...request }: CompareOptions,
): Promise<types.RunComparison> {
  const { compareRuns } = await send(documents.CompareRunsDocument, { a, b, filter, by }, request);
  return { ...compareRuns, ...questionLists(send, a, b, filter, request) };
}

/** The comparisons of several runs with one reference. */
export async function compareWithReference(
  send: Send,
  reference: string,
  runs: readonly string[],
  { filter, by, ...request }: CompareOptions,
): Promise<types.ReferenceComparison> {
  const asked = { reference, runs, filter };
  const { comparisons, uniquelyRight } = (await send(documents.CompareWithReferenceDocument, { ...asked, by }, request))
    .compareWithReference;
  return {
    comparisons: comparisons.map((one) => ({ ...one, ...questionLists(send, one.a.id, one.b.id, filter, request) })),
    uniquelyRight: uniquelyRight.map(({ run: { id: run }, questions }) => ({
      run,
      questionCount: questions.totalCount,
      questions: unique(send, run, asked, request),
    })),
  };
}

/** The comparisons of one model's runs with different inputs. */
export async function modalityDiagnostics(
  send: Send,
  runs: readonly string[],
  { filter, ...request }: SliceOptions,
): Promise<types.ModalityDiagnostics> {
  const { modalityDiagnostics } = await send(documents.ModalityDiagnosticsDocument, { runs, filter }, request);
  const contrasts = modalityDiagnostics.contrasts.map((contrast) => {
    const [less, more] = [contrast.without.id, contrast.with.id];
    return {
      ...contrast,
      comparison: { ...contrast.comparison, ...questionLists(send, more, less, filter, request) },
      gainedCount: contrast.gained.totalCount,
      gained: side(send, true, [less, more], filter, request),
      lostCount: contrast.lost.totalCount,
      lost: side(send, false, [less, more], filter, request),
    };
  });
  const needs = modalityDiagnostics.needs.map((need) => ({
    ...need,
    questionCount: need.gained,
    questions: needing(send, runs, need.modality, filter, request),
  }));
  return { contrasts, needs };
}
