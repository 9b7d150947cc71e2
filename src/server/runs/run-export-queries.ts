import { type SQL, sql } from "drizzle-orm";
import type { ExportedPrediction, ExportedRun } from "../../domain/exported-run.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { isoInstant, keyAsOf, taskName } from "../benchmarks/question-export-queries.ts";
import { answersSeenBy, answersSeenIn, responsesSeenBy } from "../conditions/answer-visibility.ts";
import { outputBytesOf } from "../conditions/response-text.ts";
import { runVisibleTo } from "../conditions/run-conditions.ts";
import type { Queryable } from "../db/database.ts";
import { audioTypes, categories, questions, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { models, predictions, runs, scores } from "../db/tables/run-tables.ts";
import {
  boolean,
  first,
  int,
  jsonListFrom,
  jsonObject,
  list,
  nullable,
  pick,
  scalar,
  text,
  textAsJson,
  textList,
  typed,
  when,
} from "../db/typed-sql.ts";
import { errorTypesIn, labelsDigest } from "./error-label-queries.ts";
import { predictionsOf } from "./prediction-queries.ts";
import { shownJudge, shownRevision, shownRule, shownScoredAt } from "./shown-scoring.ts";

/** The fields of a scoring that the viewer may see. */
const scoringFor = (seen: SQL) => ({
  ...pick(scores, "extractor", "extractorVersion", "keyRevision"),
  revision: int(shownRevision(scores, seen)),
  judge: nullable(text(shownJudge(scores, seen))),
  scoredAt: isoInstant(shownScoredAt(scores, seen)),
});

const exportedRun = {
  release: runs.releaseId,
  ...pick(
    runs,
    "id",
    "inputs",
    "frames",
    "seed",
    "prompt",
    "protocol",
    "notes",
    "reportUrl",
    "openEnded",
    "confirmations",
    "partial",
  ),
  ambiguousShare: runs.ambiguousShare,
  createdAt: isoInstant(runs.createdAt),
  model: jsonObject(pick(models, "slug", "name", "parameters", "organization", "url")),
};

/** A run with the revision of its latest scoring, and the fields of this scoring that the viewer may see. */
type FoundRun = Omit<ExportedRun, "scoring"> & {
  readonly scoring: ExportedRun["scoring"] | null;
  readonly latestRevision: number | null;
  /** Whether the viewer sees the run's responses. */
  readonly responsesVisible: boolean;
  /** A digest of the error types of all predictions; null if the viewer may not see them. */
  readonly labelsDigest: string | null;
};

/**
 * A run with its latest scoring, which is null if the run is not scored. Undefined if there is no such run, or the
 * viewer may not see it.
 */
export const fetchExportedRun = (database: Queryable, viewer: Viewer, id: number): Promise<FoundRun | undefined> => {
  const seen = answersSeenIn(runs.releaseId, viewer);
  const latest = sql`from ${scores} where ${scores.runId} = ${runs.id} order by ${scores.revision} desc limit 1`;
  const scoring = scalar(jsonObject(scoringFor(seen)), latest);
  const latestRevision = scalar(scores.revision, latest);
  const responsesVisible = boolean(responsesSeenBy(viewer, runs));
  const columns = {
    ...exportedRun,
    ...{ scoring, latestRevision, responsesVisible, labelsDigest: when(seen, text(labelsDigest(runs.id))) },
  };
  return first(
    database.query(typed`
      select ${list(columns)} from ${runs} join ${models} on ${models.id} = ${runs.modelId}
      where ${runs.id} = ${id}::int and ${runVisibleTo(viewer, runs)}`),
  );
};

/** A prediction with its question, without the columns that reveal the answer. */
const openColumns = {
  ordinal: predictions.ordinal,
  response: textAsJson(predictions.response),
  error: textAsJson(predictions.error),
  confirmation: textAsJson(predictions.confirmation),
  ...pick(questions, "key", "text", "options", "answerFormat", "level"),
  task: taskName,
  audioTypes: jsonListFrom(
    audioTypes.type,
    sql`from ${audioTypes} where ${audioTypes.id} = any(${questions.audioTypeIds})`,
    { distinct: true },
  ),
  category: nullable(categories.slug),
  video: nullable(videos.key),
  durationSeconds: videos.durationSeconds,
  extracted: predictions.answer,
};

/**
 * The next predictions of a run after an ordinal, in the order of the release. Columns that reveal the answer are null if
 * the viewer may not see it. Submitted texts are read as JSON, because the driver of the embedded engine drops a byte
 * order mark at the beginning of a text.
 * @param most the most predictions, and the bytes of texts after which no further prediction is returned
 */
export function fetchExportedPredictions(
  database: Queryable,
  run: ExportedRun,
  after: number,
  most: { readonly predictions: number; readonly bytes: number },
  viewer: Viewer,
): Promise<ExportedPrediction[]> {
  const seen = answersSeenBy(viewer);
  const columns = {
    ...openColumns,
    answer: when(seen, keyAsOf(sql`${run.scoring.keyRevision}::int`)),
    outcome: when(seen, predictions.outcome),
    score: when(seen, predictions.score),
    rule: text(shownRule(predictions, seen)),
    errorTypes: when(seen, textList(errorTypesIn(sql`${run.id}::int`, predictions.ordinal))),
  };
  return database.query(typed`
    select ${list(columns)}
    from (select *, sum(${outputBytesOf()}) over (order by ordinal) - ${outputBytesOf()} as bytes_before from (
        select * from ${predictionsOf(sql`${run.id}::int`, { after: sql`${after}::int`, limit: most.predictions })}
        where ordinal > ${after}::int order by ordinal limit ${most.predictions}::int) page) as predictions
      join ${questions} on ${questions.releaseId} = ${run.release}::int and ${questions.ordinal} = ${predictions.ordinal}
      join ${releases} on ${releases.id} = ${questions.releaseId}
      join ${tasks} on ${tasks.id} = ${questions.taskId}
      left join ${videos} on ${videos.id} = ${questions.videoId}
      left join ${categories} on ${categories.id} = ${questions.categoryId}
    where predictions.bytes_before < ${most.bytes}::int
    order by ${predictions.ordinal}`);
}
