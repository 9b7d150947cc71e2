import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ComparisonSide, Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { omnidex } from "../../data/query-client.ts";
import {
  DisagreementPageDocument,
  OutputsDocument,
  type OutputsQuery,
  type QuestionCardsFragment,
  UniquelyRightPageDocument,
} from "../../generated/operations.ts";

/** Runs and the reference that they are compared with, by id. */
interface ComparedIds {
  readonly reference: string;
  readonly others: readonly string[];
}

/** The paired comparisons of runs with the reference. Positive differences favour the run. */
export const comparisonQuery = ({ reference, others }: ComparedIds, by: Dimension, filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["compare", reference, others, by, filter],
    queryFn: ({ signal }) => omnidex().compareWithReference(reference, others, { by: [by], filter, signal }),
  });

/** How much each modality adds to or takes from the score, for runs of one model. */
export const ablationQuery = (runs: readonly string[], filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["ablation", runs, filter],
    queryFn: ({ signal }) => omnidex().modalityDiagnostics(runs, { filter, signal }),
  });

const PAGE = 10;

type OutputRun = Extract<OutputsQuery["nodes"][number], { readonly id: string }>;
export type Output = NonNullable<OutputRun["predictions"]>["nodes"][number];

/** A list of questions with the outputs of several runs, in the order of the runs. */
const answeredPages = (
  key: readonly unknown[],
  runs: readonly string[],
  fetchPage: (page: PageVariables, signal: AbortSignal) => Promise<QuestionCardsFragment>,
) =>
  infiniteQueryOptions({
    queryKey: ["answered", runs, ...key],
    queryFn: async ({ pageParam: after, signal }) => {
      const { nodes, pageInfo, totalCount } = await fetchPage({ first: PAGE, after }, signal);
      const keys = nodes.map((question) => question.key);
      const outputs = keys.length === 0 ? [] : await outputsOf(runs, keys, signal);
      return {
        pageInfo,
        totalCount,
        nodes: nodes.map((question) => ({ question, outputs: outputs.map((own) => own.get(question.id)) })),
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

interface PageVariables {
  readonly first: number;
  readonly after: string | null;
}

/** The outputs of each run, by the id of their question. */
async function outputsOf(
  runs: readonly string[],
  keys: readonly string[],
  signal: AbortSignal,
): Promise<readonly ReadonlyMap<string, Output>[]> {
  const { nodes } = await omnidex().query(OutputsDocument, { runs, keys, first: PAGE }, { signal });
  const byRun = new Map(nodes.flatMap((run) => (run !== null && "id" in run ? [[run.id, run.predictions]] : [])));
  return runs.map((id) => new Map(byRun.get(id)?.nodes.map((output) => [output.question.id, output])));
}

/** The questions on which two runs differ, or on which one of them is better. */
export const disagreementsQuery = (a: string, b: string, better: ComparisonSide | null, filter: QuestionFilter) =>
  answeredPages(["differ", better, filter], [a, b], async (page, signal) => {
    const { compareRuns } = await omnidex().query(
      DisagreementPageDocument,
      { a, b, better, filter, ...page },
      { signal },
    );
    return compareRuns.disagreements;
  });

/** The questions that only the given one of the runs has right. */
export const uniquelyRightQuery = ({ reference, others }: ComparedIds, run: string, filter: QuestionFilter) =>
  answeredPages(["unique", run, filter], [reference, ...others], async (page, signal) => {
    const variables = { reference, runs: others, run, filter, ...page };
    const { compareWithReference } = await omnidex().query(UniquelyRightPageDocument, variables, { signal });
    return compareWithReference.uniquelyRight[0]?.questions ?? NO_QUESTION;
  });

const NO_QUESTION: QuestionCardsFragment = {
  nodes: [],
  pageInfo: { hasNextPage: false, endCursor: null },
  totalCount: 0,
};
