import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  type Dimension,
  OmnidexNotFoundError,
  type Outcome,
  type PredictionFilter,
  type QuestionFilter,
  type Run,
} from "../../../sdk/index.ts";
import { isKeptSecret } from "../../data/api-key.ts";
import { omnidex } from "../../data/query-client.ts";
import {
  PredictionDetailDocument,
  PredictionListDocument,
  type PredictionListQuery,
  RunFiguresDocument,
  RunNotesDocument,
} from "../../generated/operations.ts";

export const runQuery = (id: string) =>
  queryOptions({ queryKey: ["run", id], queryFn: ({ signal }) => omnidex().run(id, { signal }) });

const found = <T>(run: T | null, id: string): T => {
  if (run === null) throw new OmnidexNotFoundError(`There is no run '${id}' that you may see.`);
  return run;
};

/**
 * What the page of a run shows of the run as a whole, in one request: the score over groups, how many responses without a
 * readable answer a judge would read, the scorings, and the error types that the benchmark's paper defines.
 */
export const runNotesQuery = (id: string, benchmark: string) =>
  queryOptions({
    queryKey: ["run", id, "notes"],
    queryFn: async ({ signal }) => {
      const { run, errorTypes } = await omnidex().query(RunNotesDocument, { run: id, benchmark }, { signal });
      return { ...found(run, id), errorTypes };
    },
  });

/** The score and the counts of a run over a slice. */
export const sliceScoreQuery = (id: string, filter: QuestionFilter) => figuresQuery(id, filter, false);

/**
 * What the page of a run shows of a slice, in one request: the score, the counts, how many predictions have each error type, and
 * the scores of tasks by audio types. The last two are null if answers are hidden from the viewer.
 */
export const runFiguresQuery = (run: Run, filter: QuestionFilter) =>
  figuresQuery(run.id, filter, run.status === "SCORED" && !isKeptSecret(run));

const figuresQuery = (id: string, filter: QuestionFilter, withAnswers: boolean) =>
  queryOptions({
    queryKey: ["run", id, "figures", filter, withAnswers],
    queryFn: async ({ signal }) => {
      const { run } = await omnidex().query(RunFiguresDocument, { run: id, filter, withAnswers }, { signal });
      return found(run, id);
    },
  });

export const breakdownQuery = (id: string, by: readonly Dimension[], filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["run", id, "breakdown", by, filter],
    queryFn: ({ signal }) => omnidex().breakdown(id, { by, filter, signal }),
  });

export const levelsQuery = (id: string) =>
  queryOptions({
    queryKey: ["run", id, "levels"],
    queryFn: async ({ signal }) => {
      const [complete, partial, reported, tasks] = await Promise.all([
        omnidex().levels(id, { signal }),
        omnidex().levels(id, { partial: true, signal }),
        omnidex().levels(id, { reported: true, signal }),
        omnidex().taskScores(id, { signal }),
      ]);
      return complete && partial && reported && { complete, partial, reported, tasks };
    },
  });

export const publishedLevelsQuery = queryOptions({
  queryKey: ["published levels"],
  queryFn: ({ signal }) => omnidex().publishedCapabilityLevels({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How many changed questions of each scoring are shown. */
export const MOST_CHANGES = 100;

/** The scorings of a run. Each has the questions whose outcome or score differs from the previous scoring. */
export const scoringChangesQuery = (id: string) =>
  queryOptions({
    queryKey: ["run", id, "scorings", MOST_CHANGES],
    queryFn: ({ signal }) => omnidex().scorings(id, { changes: MOST_CHANGES, signal }),
  });

export const extractorsQuery = queryOptions({
  queryKey: ["extractors"],
  queryFn: ({ signal }) => omnidex().extractors({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How many predictions of a run have each error type; null if answers are hidden from the viewer. */
export const errorTypesQuery = (id: string, filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["run", id, "error types", filter],
    queryFn: ({ signal }) => omnidex().runErrorTypes(id, { filter, signal }),
  });

export const auditQuery = (id: string, extractor: string, filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["audits", id, extractor, filter],
    queryFn: ({ signal }) => omnidex().audit(id, extractor, { filter, disagreements: 5, signal }),
    // An audit reads all responses again, so its result is kept until the page is closed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** How many predictions are listed at first, and how many each further page has. */
const FIRST_PAGE = 20;
const PAGE = 100;

/** The conditions on the predictions that are listed. */
export interface AskedPredictions {
  readonly questions: QuestionFilter;
  readonly outcome: Outcome | undefined;
  readonly errorType: string | undefined;
  /** A text that the response must contain; empty for no condition. */
  readonly said: string;
}

export const predictionFilter = ({ questions, outcome, errorType, said }: AskedPredictions): PredictionFilter => ({
  questions,
  ...(outcome !== undefined && { outcomes: [outcome] }),
  ...(errorType !== undefined && { errorTypes: [errorType] }),
  ...(said !== "" && { text: said }),
});

/** A prediction as the list of a run shows it. */
export type ListedPrediction = NonNullable<NonNullable<PredictionListQuery["run"]>["predictions"]>["nodes"][number];

/** The predictions of a run without their responses, page by page. */
export const predictionsQuery = (id: string, asked: AskedPredictions) =>
  infiniteQueryOptions({
    queryKey: ["run", id, "predictions", asked],
    queryFn: async ({ pageParam: after, signal }) => {
      const first = after === null ? FIRST_PAGE : PAGE;
      const variables = { run: id, filter: predictionFilter(asked), first, after };
      const { run } = await omnidex().query(PredictionListDocument, variables, { signal });
      return found(run?.predictions ?? null, id);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

/** One prediction with its question and its response; null if the viewer sees none for the question. */
export const predictionQuery = (id: string, key: string) =>
  queryOptions({
    queryKey: ["run", id, "prediction", key],
    queryFn: async ({ signal }) => {
      const filter = { questions: { keys: [key] } };
      const { run } = await omnidex().query(PredictionDetailDocument, { run: id, filter }, { signal });
      return run?.predictions?.nodes[0] ?? null;
    },
  });
