import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Dimension, OmnidexNotFoundError, type Outcome, type QuestionFilter } from "../../../sdk/index.ts";
import { omnidex } from "../../data/omnidex.ts";
import { PredictionPageDocument } from "../../generated/operations.ts";

export const runQuery = (id: string) =>
  queryOptions({ queryKey: ["run", id], queryFn: ({ signal }) => omnidex().run(id, { signal }) });

/** How many responses without a readable answer a judge would read. */
export const judgeableQuery = (id: string) =>
  queryOptions({ queryKey: ["run", id, "judgeable"], queryFn: ({ signal }) => omnidex().judgeable(id, { signal }) });

/** The score and the counts of a run over a slice. */
export const sliceScoreQuery = (id: string, filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["run", id, "score", filter],
    queryFn: async ({ signal }) => {
      const [score, counts] = await Promise.all([
        omnidex().score(id, { filter, signal }),
        omnidex().counts(id, { filter, signal }),
      ]);
      return { score, counts };
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

export const scoringsQuery = (id: string) =>
  queryOptions({
    queryKey: ["run", id, "scorings"],
    queryFn: ({ signal }) => omnidex().scorings(id, { changes: 0, signal }),
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

/** The error types that a benchmark's paper defines. */
export const definedErrorTypesQuery = (benchmark: string) =>
  queryOptions({
    queryKey: ["error types", benchmark],
    queryFn: ({ signal }) => omnidex().errorTypes(benchmark, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const auditQuery = (id: string, extractor: string, filter: QuestionFilter) =>
  queryOptions({
    queryKey: ["run", id, "audit", extractor, filter],
    queryFn: ({ signal }) => omnidex().audit(id, extractor, { filter, disagreements: 5, signal }),
  });

const PAGE = 20;

/** The conditions on the predictions that are listed. */
export interface AskedPredictions {
  readonly questions: QuestionFilter;
  readonly outcome: Outcome | undefined;
  readonly errorType: string | undefined;
  /** A text that the response must contain; empty for no condition. */
  readonly said: string;
}

/** The predictions of a run with their questions, page by page. */
export const predictionsQuery = (id: string, { questions, outcome, errorType, said }: AskedPredictions) =>
  infiniteQueryOptions({
    queryKey: ["run", id, "predictions", questions, outcome, errorType, said],
    queryFn: async ({ pageParam: after, signal }) => {
      const filter = {
        questions,
        ...(outcome !== undefined && { outcomes: [outcome] }),
        ...(errorType !== undefined && { errorTypes: [errorType] }),
        ...(said !== "" && { text: said }),
      };
      const { run } = await omnidex().query(
        PredictionPageDocument,
        { run: id, filter, first: PAGE, after },
        { signal },
      );
      if (run?.predictions == null) throw new OmnidexNotFoundError(`There is no run '${id}' that you may see.`);
      return run.predictions;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
