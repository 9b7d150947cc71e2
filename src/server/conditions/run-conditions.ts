import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { BOUNDS, type Bound } from "../../domain/question-numbers.ts";
import { RUN_RANGES, type RunRange } from "../../domain/run-filter.ts";
import type { NumberRange } from "../../domain/slice/question-filter.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Confirmations } from "../../domain/vocabulary.ts";
import { integerArray, textArray } from "../db/statement.ts";
import { benchmarks } from "../db/tables/benchmark-tables.ts";
import { pseudonyms } from "../db/tables/challenge-tables.ts";
import { models, publishedResults, runs } from "../db/tables/run-tables.ts";
import { OPERATORS } from "./slice-condition.ts";

type RunRow = typeof runs;

/** Whether the viewer may see the run. */
export function runVisibleTo(viewer: Viewer, r: Pick<RunRow, "visibility" | "owner" | "status">): SQL {
  if (viewer.admin) return sql`true`;
  // Only scored runs can be public: an open or withdrawn run is visible to its owner only.
  const published = sql`(${r.visibility} = 'PUBLIC' and ${r.status} = 'SCORED')`;
  return viewer.owner === null ? published : sql`(${published} or ${r.owner} = ${viewer.owner}::text)`;
}

/** Whether everyone may see a run whose row has been read. */
export const isPublished = ({
  visibility,
  status,
}: {
  readonly visibility: string;
  readonly status: string;
}): boolean => visibility === "PUBLIC" && status === "SCORED";

/** Whether a list holds these values and no others, in any order. */
export const equalSets = (list: AnyPgColumn, values: readonly string[]): SQL =>
  sql`(${list} @> ${textArray(values)} and ${list} <@ ${textArray(values)})`;

/** `RunFilter` of the schema, with decoded ids. */
export interface RunConditions extends Partial<Record<RunRange, NumberRange | null | undefined>> {
  readonly benchmarks?: readonly string[] | null | undefined;
  readonly models?: readonly string[] | null | undefined;
  readonly releaseKeys?: readonly number[] | null | undefined;
  readonly inputs?: readonly string[] | null | undefined;
  readonly seeds?: readonly number[] | null | undefined;
  readonly prompts?: readonly string[] | null | undefined;
  /** Whether the model was given the audio. */
  readonly audio?: boolean | null | undefined;
  /** Whether the model was given the subtitles. */
  readonly subtitles?: boolean | null | undefined;
  readonly harnesses?: readonly string[] | null | undefined;
  readonly visibility?: string | null | undefined;
  readonly openEnded?: boolean | null | undefined;
  readonly confirmations?: Confirmations | null | undefined;
  readonly partial?: boolean | null | undefined;
  readonly statuses?: readonly string[] | null | undefined;
  /** The model's organization, exactly as its run gave it. */
  readonly organizations?: readonly string[] | null | undefined;
  /** True selects the viewer's runs, and false selects all other runs. */
  readonly mine?: boolean | null | undefined;
  /** Whole milliseconds since 1970. The creation times of runs are rounded down to the millisecond. */
  readonly createdAt?: NumberRange | null | undefined;
  readonly and?: readonly RunConditions[] | null | undefined;
  readonly or?: readonly RunConditions[] | null | undefined;
  readonly not?: RunConditions | null | undefined;
}

/** The filters inside a filter. */
const innerFilters = <F extends NestedFilter<F>>({ and, or, not }: F): readonly F[] => [
  ...(and ?? []),
  ...(or ?? []),
  ...(not == null ? [] : [not]),
];

interface NestedFilter<F> {
  readonly and?: readonly F[] | null | undefined;
  readonly or?: readonly F[] | null | undefined;
  readonly not?: F | null | undefined;
}

/** Makes the default status explicit: if neither the filter nor a filter inside it names a status, adds SCORED. */
export function withStatuses(filter: RunConditions): RunConditions {
  const names = (part: RunConditions): boolean => part.statuses != null || innerFilters(part).some(names);
  return names(filter) ? filter : { ...filter, statuses: ["SCORED"] };
}

/** The filter as a condition. It selects scored runs if neither the filter nor a filter inside it names a status. */
export const runFilterCondition = (filter: RunConditions, r: RunRow, viewer: Viewer): SQL =>
  partCondition(withStatuses(filter), r, viewer);

/** The returned condition may be NULL. Use it only in a WHERE, which treats NULL as false. */
function partCondition(filter: RunConditions, r: RunRow, viewer: Viewer): SQL {
  const conditions = [
    given(filter.statuses, (statuses) => sql`${r.status} = any(${textArray(statuses)})`),
    given(
      filter.benchmarks,
      (slugs) => sql`${r.benchmarkId} in (
      select ${benchmarks.id} from ${benchmarks} where ${benchmarks.slug} = any(${textArray(slugs)}))`,
    ),
    given(
      filter.models,
      (slugs) => sql`${r.modelId} in (
      select ${models.id} from ${models} where ${models.slug} = any(${textArray(slugs)}))`,
    ),
    given(filter.releaseKeys, (keys) => sql`${r.releaseId} = any(${integerArray(keys)})`),
    given(filter.inputs, (inputs) => equalSets(r.inputs, inputs)),
    given(filter.seeds, (seeds) => sql`${r.seed} = any(${integerArray(seeds)})`),
    given(filter.prompts, (prompts) => sql`${r.prompt} = any(${textArray(prompts)})`),
    given(filter.harnesses, (names) => sql`${r.protocol} ->> 'harness' = any(${textArray(names)})`),
    given(filter.audio, (isGiven) => sql`('AUDIO' = any(${r.inputs})) = ${isGiven}::boolean`),
    given(filter.subtitles, (isGiven) => sql`('SUBTITLES' = any(${r.inputs})) = ${isGiven}::boolean`),
    given(filter.openEnded, (openEnded) => sql`${r.openEnded} = ${openEnded}::boolean`),
    given(filter.confirmations, (confirmations) => sql`${r.confirmations} = ${confirmations}::text`),
    given(filter.partial, (partial) => sql`${r.partial} = ${partial}::boolean`),
    given(filter.visibility, (visibility) => sql`${r.visibility} = ${visibility}::text`),
    given(
      filter.organizations,
      (names) => sql`${r.modelId} in (
      select ${models.id} from ${models} where ${models.organization} = any(${textArray(names)}))`,
    ),
    ...RUN_RANGES.map((name) => rangeCondition(name, filter[name], r)),
    given(filter.mine, (mine) => sql`(${r.owner} = ${viewer.owner}::text) is ${mine ? sql`true` : sql`not true`}`),
    ...boundsOf(filter.createdAt).map(([bound, milliseconds]) => creationCondition(bound, milliseconds, r)),
    ...(filter.and ?? []).map((part) => sql`(${partCondition(part, r, viewer)})`),
    given(filter.or, (parts) => {
      const any = parts.map((part) => sql`(${partCondition(part, r, viewer)})`);
      return sql`(${sql.join([sql`false`, ...any], sql` or `)})`;
    }),
    given(filter.not, (part) => sql`(${partCondition(part, r, viewer)}) is not true`),
  ];
  return sql.join(conditions, sql` and `);
}

/** The bounds that a range gives. */
export const boundsOf = (range: NumberRange | null | undefined): readonly (readonly [Bound, number])[] =>
  BOUNDS.flatMap((bound) => {
    const value = range?.[bound];
    return value == null ? [] : [[bound, value] as const];
  });

/** For each range, whether the number of a run, or of its model, meets all of the conditions. */
const RANGES: Readonly<Record<RunRange, (within: (number: AnyPgColumn) => SQL, r: RunRow) => SQL>> = {
  parameterCount: (within, r) =>
    sql`${r.modelId} in (select ${models.id} from ${models} where ${within(models.parameterCount)})`,
  frames: (within, r) => within(r.frames),
};

function rangeCondition(name: RunRange, range: NumberRange | null | undefined, r: RunRow): SQL {
  const bounds = boundsOf(range);
  const within = (number: AnyPgColumn): SQL =>
    sql.join(
      bounds.map(([bound, limit]) => sql`${number} ${OPERATORS[bound]} ${limit}::float8`),
      sql` and `,
    );
  return bounds.length === 0 ? sql`true` : RANGES[name](within, r);
}

/**
 * Compares at millisecond precision, because the API shows milliseconds and the database stores microseconds. `gt` and
 * `lte` therefore compare with the end of the given millisecond.
 */
function creationCondition(bound: Bound, milliseconds: number, r: RunRow): SQL {
  const start = sql`${new Date(milliseconds).toISOString()}::timestamptz`;
  const edge = bound === "gt" || bound === "lte" ? sql`(${start} + interval '1 millisecond')` : start;
  return sql`${r.createdAt} ${bound === "gt" || bound === "gte" ? sql`>=` : sql`<`} ${edge}`;
}

const given = <T>(value: T | null | undefined, condition: (value: T) => SQL): SQL =>
  value == null ? sql`true` : condition(value);

type ModelRow = Pick<typeof models, "id" | "slug" | "owner" | "claimedBy">;

/** Whether a model has a run that the viewer may see. */
export const modelHasRun = (viewer: Viewer, m: Pick<ModelRow, "id">): SQL => sql`
  exists (select from ${runs} where ${runs.modelId} = ${m.id} and ${runVisibleTo(viewer, runs)})`;

/** Whether a viewer may know that a model exists: a paper names it, or it has a run that the viewer may see. */
export const modelVisibleTo = (viewer: Viewer, m: Pick<ModelRow, "id">): SQL => sql`(
  exists (select from ${publishedResults} where ${publishedResults.modelId} = ${m.id})
  or ${modelHasRun(viewer, m)})`;

/**
 * Whether a slug refers to this model for a viewer: the public model with the slug if the viewer may know that it
 * exists, otherwise a private model.
 */
export const modelOfSlug = (viewer: Viewer, m: ModelRow, slug: SQL): SQL => sql`${m.slug} = ${slug} and (
  ${m.owner} is null or not exists (
    select from ${models} where ${models.slug} = ${slug} and ${models.owner} is null and ${modelVisibleTo(viewer, models)}))`;

/**
 * Whether a viewer may describe a model. Administrators may, and so may the owner of a private model or the owner who
 * has claimed it. Nobody may describe a pseudonym.
 */
export function mayDescribe({ owner, admin }: Viewer, m: ModelRow): SQL {
  const isNamed = sql`not exists (select from ${pseudonyms} where ${pseudonyms.modelId} = ${m.id})`;
  if (admin) return isNamed;
  return owner === null
    ? sql`false`
    : sql`(coalesce(coalesce(${m.owner}, ${m.claimedBy}) = ${owner}::text, false) and ${isNamed})`;
}
