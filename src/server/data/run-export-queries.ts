import { type SQL, sql } from "drizzle-orm";
import type { ExportedPrediction, ExportedRun } from "../../domain/exported-run.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Queryable } from "../db/database.ts";
import { answers, audioTypes, categories, questions, releases, tasks, videos } from "../db/tables/benchmark-tables.ts";
import { models, predictions, runs, scores } from "../db/tables/run-tables.ts";
import { answersSeenBy, whereSeen } from "./answer-visibility.ts";
import { predictionsOf } from "./prediction-source.ts";
import { runVisibleTo } from "./run-conditions.ts";
import { shownRule } from "./shown-rule.ts";

const iso = (timestamp: SQL): SQL => sql`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A run that the viewer may see, under its latest scoring, which is null where it has none; undefined where there is no run. */
export async function fetchExportedRun(
  database: Queryable,
  viewer: Viewer,
  id: number,
): Promise<(Omit<ExportedRun, "scoring"> & { readonly scoring: ExportedRun["scoring"] | null }) | undefined> {
  const [row] = await database.query<ExportedRun>(sql`
    select ${runs.id} as id, ${runs.releaseId} as release, ${runs.inputs} as inputs, ${runs.frames} as frames,
      ${runs.seed} as seed, ${runs.prompt} as prompt, ${runs.notes} as notes, ${runs.openEnded} as "openEnded",
      ${runs.confirmations} as confirmations, ${runs.partial} as partial, ${runs.ambiguousShare} as "ambiguousShare",
      ${iso(sql`${runs.createdAt}`)} as "createdAt",
      json_build_object('slug', ${models.slug}, 'name', ${models.name}, 'parameters', ${models.parameters},
        'organization', ${models.organization}, 'url', ${models.url}) as model,
      (select json_build_object('revision', ${scores.revision}, 'extractor', ${scores.extractor},
          'extractorVersion', ${scores.extractorVersion}, 'keyRevision', ${scores.keyRevision}, 'judge', ${scores.judge},
          'scoredAt', ${iso(sql`${scores.scoredAt}`)})
        from ${scores} where ${scores.runId} = ${runs.id} order by ${scores.revision} desc limit 1) as scoring
    from ${runs} join ${models} on ${models.id} = ${runs.modelId}
    where ${runs.id} = ${id}::int and ${runVisibleTo(viewer, runs)}`);
  return row;
}

const typesOf = sql`(
  select coalesce(json_agg(distinct ${audioTypes.type}), '[]'::json) from ${audioTypes}
  where ${audioTypes.id} = any(${questions.audioTypeIds}))`;

/**
 * The run's predictions after an ordinal, at most `limit`, in the order of the release; with what tells the answers where
 * the release shows them, or for an administrator. What was submitted is read as JSON, because the embedded engine's
 * driver takes a byte order mark from the beginning of a text.
 */
export function fetchExportedPredictions(
  database: Queryable,
  run: ExportedRun,
  after: number,
  limit: number,
  viewer: Viewer,
): Promise<ExportedPrediction[]> {
  const seen = answersSeenBy(viewer);
  const key = sql`(
    select ${answers.key} from ${answers}
    where ${answers.questionId} = ${questions.id} and ${answers.revision} <= ${run.scoring.keyRevision}::int
    order by ${answers.revision} desc limit 1)`;
  return database.query<ExportedPrediction>(sql`
    select ${predictions.ordinal} as ordinal, ${questions.key} as key, ${questions.text} as text,
      ${questions.options} as options, ${questions.answerFormat} as "answerFormat", ${whereSeen(seen, key)} as answer,
      json_build_object('slug', ${tasks.slug}, 'name', ${tasks.name}) as task, ${questions.level} as level,
      ${typesOf} as "audioTypes", ${categories.slug} as category, ${videos.key} as video,
      ${videos.durationSeconds} as "durationSeconds", to_json(${predictions.response}) as response,
      to_json(${predictions.error}) as error, to_json(${predictions.confirmation}) as confirmation, ${whereSeen(seen, sql`${predictions.outcome}`)} as outcome,
      ${whereSeen(seen, sql`${predictions.score}`)} as score, ${predictions.answer} as extracted, ${shownRule(predictions, seen)} as rule
    from ${predictionsOf(sql`${run.id}::int`, { after: sql`${after}::int`, limit })} as predictions
      join ${questions} on ${questions.releaseId} = ${run.release}::int and ${questions.ordinal} = ${predictions.ordinal}
      join ${releases} on ${releases.id} = ${questions.releaseId}
      join ${tasks} on ${tasks.id} = ${questions.taskId}
      left join ${videos} on ${videos.id} = ${questions.videoId}
      left join ${categories} on ${categories.id} = ${questions.categoryId}
    where ${predictions.ordinal} > ${after}::int
    order by ${predictions.ordinal} limit ${limit}::int`);
}
