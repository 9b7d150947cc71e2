import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { TAXONOMIES } from "../../../../domain/taxonomy.ts";
import { answersSeenIn, contentHashWhereSeen, odditiesWhereSeen } from "../../../conditions/answer-visibility.ts";
import { taskChance } from "../../../conditions/question-chance.ts";
import { audioTypes, releases } from "../../../db/tables/benchmark-tables.ts";
import { connection } from "../connection-text.ts";
import { elementFields, elementsText } from "../json-pieces.ts";
import type { PlannedFields } from "../plan-scope.ts";
import { computed, many, one, value } from "../planned-field.ts";
import type { TableOf } from "../type-tables.ts";
import { keyRevisionsOfRelease, suspectsOfBenchmark, suspectsOfRelease } from "./key-revision-fields.ts";
import { templatesOfBenchmark } from "./prompt-fields.ts";
import { publishedResultsSpec } from "./published-result-fields.ts";
import { questionsSpec } from "./question-list.ts";
import { audioLabelField, column, instant, nodeId } from "./shared-fields.ts";

const currentCount = (name: "questionCount" | "videoCount") =>
  value<TableOf<"Benchmark">>(
    (b) => sql`coalesce((select ${releases[name]} from ${releases}
      where ${releases.benchmarkId} = ${b.id} and ${releases.isCurrent}), 0)`,
  );

/** How many questions the paper of a built-in benchmark reports; NULL for other benchmarks. */
const paperQuestionCount = (slug: AnyPgColumn): SQL =>
  sql`case ${slug} ${sql.join(
    TAXONOMIES.map(({ slug: known, questions }) => sql`when ${known}::text then ${questions}::int`),
    sql` `,
  )} end`;

export const benchmarkFields: PlannedFields<TableOf<"Benchmark">> = {
  id: nodeId("Benchmark"),
  slug: column("slug"),
  title: column("title"),
  description: column("description"),
  license: column("license"),
  homepage: column("homepage"),
  synthetic: column("synthetic"),
  release: one("Release", (b, r) => sql`${r.benchmarkId} = ${b.id} and ${r.isCurrent}`),
  releases: many(
    "Release",
    (b, r) => sql`${r.benchmarkId} = ${b.id}`,
    (r) => sql`${r.version}`,
  ),
  tasks: many(
    "Task",
    (b, t) => sql`${t.benchmarkId} = ${b.id}`,
    (t) => sql`${t.slug} collate "C"`,
  ),
  categories: many(
    "Category",
    (b, c) => sql`${c.benchmarkId} = ${b.id} and ${c.parentId} is null`,
    (c) => sql`${c.slug} collate "C"`,
  ),
  audioTypes: audioLabelField((b) => sql`${audioTypes.benchmarkId} = ${b.id}`),
  questionCount: currentCount("questionCount"),
  paperQuestionCount: value((b) => paperQuestionCount(b.slug)),
  videoCount: currentCount("videoCount"),
  datasheet: computed((b) => ({ slug: sql`${b.slug}` })),
  questions: connection(
    questionsSpec<TableOf<"Benchmark">>(
      (q, b) => sql`${q.releaseId} = (select ${releases.id} from ${releases}
        where ${releases.benchmarkId} = ${b.id} and ${releases.isCurrent})`,
    ),
  ),
  publishedResults: connection(publishedResultsSpec<TableOf<"Benchmark">>((p, b) => sql`${p.benchmarkId} = ${b.id}`)),
  suspects: suspectsOfBenchmark,
  promptTemplates: templatesOfBenchmark,
};

export const releaseFields: PlannedFields<TableOf<"Release">> = {
  id: nodeId("Release"),
  version: column("version"),
  contentHash: value((r, { viewer }) => contentHashWhereSeen(answersSeenIn(r.id, viewer), r)),
  current: column("isCurrent"),
  benchmark: one("Benchmark", (r, b) => sql`${b.id} = ${r.benchmarkId}`),
  questionCount: column("questionCount"),
  videoCount: column("videoCount"),
  answerAccess: column("answerAccess"),
  importedAt: value((r) => instant(r.importedAt)),
  averages: computed((r, { viewer }) => ({ release: sql`${r.id}`, seen: answersSeenIn(r.id, viewer) })),
  sourceFormat: column("sourceFormat"),
  sourceFiles: column("sourceFiles"),
  oddities: (r, field, { viewer }) =>
    elementsText(
      "Oddity",
      odditiesWhereSeen(answersSeenIn(r.id, viewer), r.oddities),
      elementFields("code", "key", "message"),
      field,
    ),
  keyRevisions: keyRevisionsOfRelease,
  suspects: suspectsOfRelease,
};

export const categoryFields: PlannedFields<TableOf<"Category">> = {
  id: nodeId("Category"),
  slug: column("slug"),
  name: column("name"),
  parent: one("Category", (c, parent) => sql`${parent.id} = ${c.parentId}`),
  subcategories: many(
    "Category",
    (c, child) => sql`${child.parentId} = ${c.id}`,
    (child) => sql`${child.slug} collate "C"`,
  ),
};

export const taskFields: PlannedFields<TableOf<"Task">> = {
  id: nodeId("Task"),
  slug: column("slug"),
  name: column("name"),
  level: column("level"),
  levelSource: column("levelSource"),
  dominance: column("dominance"),
  chance: value(taskChance),
  metric: column("metric"),
  benchmark: one("Benchmark", (t, b) => sql`${b.id} = ${t.benchmarkId}`),
};
