import { type SQL, sql } from "drizzle-orm";
import { compareKeys, dimensionLabel } from "../../../src/domain/dimension-labels.ts";
import { UnreachableCaseError } from "../../../src/domain/errors.ts";
import type { Slice } from "../../../src/domain/slice/question-slice.ts";
import type { Dimension, LevelSource } from "../../../src/domain/vocabulary.ts";
import {
  bucketKey,
  inCurrentRelease,
  type QuestionRow,
  sliceCondition,
} from "../../../src/server/conditions/slice-condition.ts";
import { stepModalities } from "../../../src/server/conditions/trace-expressions.ts";
import type { Queryable } from "../../../src/server/db/database.ts";
import {
  audioTypes,
  benchmarks,
  categories,
  questions,
  releases,
  tasks,
  videos,
} from "../../../src/server/db/tables/benchmark-tables.ts";
import { nativeLevel } from "../../../src/server/memory/catalog-queries.ts";
import { rowsAs } from "../../support/count-rows.ts";

/* The computations of the catalog as plain SQL over the tables: joins, GROUP BY, DISTINCT. */

/** The ordinals of a release that a slice matches, ascending. */
export async function sqlOrdinals(database: Queryable, release: number, slice: Slice): Promise<readonly number[]> {
  const rows = await rowsAs<{ ordinal: number }>(
    database,
    sql`
    select ${questions.ordinal} as ordinal from ${questions}
    where ${questions.releaseId} = ${release}::int and (${sliceCondition(slice, questions)}) order by 1`,
  );
  return rows.map(({ ordinal }) => ordinal);
}

const durationLabel = (q: QuestionRow): SQL =>
  sql`(select ${videos.durationLabel} from ${videos} where ${videos.id} = ${q.videoId})`;

/** The values that a question has in a dimension, as a query of rows (key, label, native). */
function dimensionValues(dimension: Dimension, q: QuestionRow): SQL {
  const category = (where: SQL): SQL =>
    sql`select ${categories.slug} as key, ${categories.name} as label, ${categories.name} as native from ${categories} where ${where}`;
  const own = (key: unknown, native: unknown): SQL =>
    sql`select own.key, own.key as label, ${native} as native from (select ${key} as key) own where own.key is not null`;
  switch (dimension) {
    case "BENCHMARK":
      return sql`select ${benchmarks.slug} as key, ${benchmarks.title} as label, ${benchmarks.title} as native
        from ${releases} join ${benchmarks} on ${benchmarks.id} = ${releases.benchmarkId} where ${releases.id} = ${q.releaseId}`;
    case "CATEGORY":
      return category(sql`${categories.id} = ${q.topCategoryId}`);
    case "SUBCATEGORY":
      return category(sql`${categories.id} = ${q.categoryId} and ${categories.parentId} is not null`);
    case "TASK":
      return sql`select ${tasks.slug} as key, ${tasks.name} as label, ${tasks.name} as native
        from ${tasks} where ${tasks.id} = ${q.taskId}`;
    case "AUDIO_TYPE":
      return sql`select ${audioTypes.type} as key, ${audioTypes.type} as label, ${audioTypes.nativeLabel} as native
        from ${audioTypes} where ${audioTypes.id} = any(${q.audioTypeIds})`;
    case "LEVEL":
      return own(q.level, nativeLevel(q));
    case "DURATION":
      return own(bucketKey(q.durationSeconds), durationLabel(q));
    case "ANSWER_FORMAT":
      return own(q.answerFormat, sql`null::text`);
    case "SUBSET":
      return own(q.subset, q.subset);
    case "DURATION_LABEL":
      return own(durationLabel(q), durationLabel(q));
    case "DOMINANCE":
      return own(sql`(select ${tasks.dominance} from ${tasks} where ${tasks.id} = ${q.taskId})`, sql`null::text`);
    case "STEP_COUNT":
      return own(sql`${q.stepCount}::text`, sql`null::text`);
    case "AUDIO_STEP_COUNT":
      return own(sql`${q.audioStepCount}::text`, sql`null::text`);
    case "VISION_STEP_COUNT":
      return own(sql`${q.visionStepCount}::text`, sql`null::text`);
    case "STEP_MODALITIES":
      return own(stepModalities(q), sql`null::text`);
    case "REQUIRES_AUDIO":
      return own(sql`${q.requiresAudio}::text`, sql`null::text`);
    case "REQUIRES_VISUAL":
      return own(sql`${q.requiresVisual}::text`, sql`null::text`);
    case "QUESTION_ONLY":
      return own(sql`${q.questionOnly}::text`, sql`null::text`);
    case "REQUIRES_DOMAIN_KNOWLEDGE":
      return own(sql`${q.requiresDomainKnowledge}::text`, sql`null::text`);
    default:
      throw new UnreachableCaseError(dimension);
  }
}

/** Who assigned each level of some questions. */
async function levelSources(database: Queryable, where: SQL): Promise<ReadonlyMap<string, ReadonlySet<LevelSource>>> {
  const rows = await rowsAs<{ level: string; sources: LevelSource[] }>(
    database,
    sql`
    select ${questions.level} as level, array_agg(distinct
      case when ${nativeLevel(questions)} is null and not ${benchmarks.synthetic} then ${tasks.levelSource} else 'PAPER' end) as sources
    from ${questions} join ${tasks} on ${tasks.id} = ${questions.taskId}
      join ${benchmarks} on ${benchmarks.id} = ${tasks.benchmarkId} where ${where} group by ${questions.level}`,
  );
  return new Map(rows.map(({ level, sources }) => [level, new Set(sources)]));
}

/** A facet as SQL counts it: most questions first, ties by key. */
export async function sqlFacet(database: Queryable, slice: Slice, dimension: Dimension): Promise<readonly object[]> {
  const rows = await rowsAs<{ key: string; label: string; natives: string[] | null }>(
    database,
    sql`
    select v.key collate "C" as key, min(v.label collate "C") as label,
      array_agg(distinct v.native collate "C") filter (where v.native is not null) as natives,
      count(distinct questions.id)::int as questions, count(distinct questions.video_id)::int as videos
    from ${questions} cross join lateral (${dimensionValues(dimension, questions)}) v
    where ${inCurrentRelease(questions)} and (${sliceCondition(slice, questions)})
    group by v.key order by questions desc, key`,
  );
  const sources = await levelSources(
    database,
    sql`${inCurrentRelease(questions)} and (${sliceCondition(slice, questions)})`,
  );
  return rows.map(({ natives, label, ...row }) => ({
    ...row,
    label: dimensionLabel(dimension, row.key, label, dimension === "LEVEL" ? sources.get(row.key) : undefined),
    nativeLabels: natives ?? [],
  }));
}

/** A combination of values, and the questions that have it. */
export interface SqlGroup {
  readonly keys: readonly { readonly dimension: Dimension; readonly key: string; readonly label: string }[];
  readonly ordinals: readonly number[];
}

/** The questions of a slice by two dimensions, in the order of the keys. */
export async function sqlGroups(
  database: Queryable,
  release: number,
  slice: Slice,
  [a, b]: readonly [Dimension, Dimension],
): Promise<readonly SqlGroup[]> {
  const rows = await rowsAs<{ a: string; al: string; b: string; bl: string; ordinals: number[] }>(
    database,
    sql`
    select a.key as a, min(a.label) as al, b.key as b, min(b.label) as bl,
      array_agg(distinct ${questions.ordinal} order by ${questions.ordinal}) as ordinals
    from ${questions} cross join lateral (${dimensionValues(a, questions)}) a
      cross join lateral (${dimensionValues(b, questions)}) b
    where ${questions.releaseId} = ${release}::int and (${sliceCondition(slice, questions)}) group by a.key, b.key`,
  );
  const sources = await levelSources(database, sql`${questions.releaseId} = ${release}::int`);
  const labelOf = (dimension: Dimension, key: string, label: string): string =>
    dimensionLabel(dimension, key, label, dimension === "LEVEL" ? sources.get(key) : undefined);
  return rows
    .sort((x, y) => compareKeys(a, x.a, y.a) || compareKeys(b, x.b, y.b))
    .map((row) => ({
      keys: [
        { dimension: a, key: row.a, label: labelOf(a, row.a, row.al) },
        { dimension: b, key: row.b, label: labelOf(b, row.b, row.bl) },
      ],
      ordinals: row.ordinals,
    }));
}
