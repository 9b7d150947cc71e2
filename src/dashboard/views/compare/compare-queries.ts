import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Dimension, QuestionFilter } from "../../../sdk/index.ts";
import { omnidex } from "../../data/omnidex.ts";
import { DisagreementPageDocument, OutputsDocument, type OutputsQuery } from "../../generated/operations.ts";

/** The paired comparison of a run with the reference. Positive differences favour the run. */
export const comparisonQuery = (run: string, reference: string, by: Dimension, filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["compare", run, reference, by, filter],
    queryFn: async ({ signal }) => omnidex().compareRuns(run, reference, { by: [by], filter, signal }),
  });

/** What each modality brings and costs, for runs of one model. */
export const ablationQuery = (runs: readonly string[], filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["ablation", runs, filter],
    queryFn: ({ signal }) => omnidex().modalityDiagnostics(runs, { filter, signal }),
  });

const PAGE = 10;

export type Output = NonNullable<NonNullable<OutputsQuery["a"]>["predictions"]>["nodes"][number];

/** The questions on which two runs differ, with what both answered. */
export const disagreementsQuery = (a: string, b: string, filter: QuestionFilter) =>
  infiniteQueryOptions({
    queryKey: ["disagreements", a, b, filter],
    queryFn: async ({ pageParam: after, signal }) => {
      const variables = { a, b, filter, first: PAGE, after };
      const { compareRuns } = await omnidex().query(DisagreementPageDocument, variables, { signal });
      const keys = compareRuns.disagreements.nodes.map(({ key }) => key);
      const outputs = await omnidex().query(OutputsDocument, { a, b, keys, first: PAGE }, { signal });
      const [ofA, ofB] = [byQuestion(outputs.a), byQuestion(outputs.b)];
      return {
        ...compareRuns.disagreements,
        nodes: compareRuns.disagreements.nodes.map((question) => ({
          question,
          a: ofA.get(question.id),
          b: ofB.get(question.id),
        })),
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

const byQuestion = (run: OutputsQuery["a"]): ReadonlyMap<string, Output> =>
  new Map(run?.predictions?.nodes.map((output) => [output.question.id, output]) ?? []);
