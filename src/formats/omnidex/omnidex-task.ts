import type { ImportTask, Oddity } from "../../domain/import-batch.ts";
import { ODDITY_CODES } from "../../domain/import-batch.ts";
import { DOMINANCES, LEVEL_SOURCES, LEVELS } from "../../domain/vocabulary.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";
import { isSlug, slugOf } from "../batch/category-tree.ts";
import { readFields } from "../batch/import-problems.ts";
import type { RecordReader } from "../files/record-reader.ts";

const TASK_FIELDS = ["name", "slug", "level", "levelSource", "dominance", "chance", "metric"];

/**
 * Reads an entry of `tasks` and adds it. If only the name of a broken entry can be read, the task is added
 * nevertheless, so that its questions cause no further problems.
 */
export function readOmnidexTask(builder: BatchBuilder, record: RecordReader): void {
  const name = record.field("name");
  const slug = record.optional("slug");
  const named = { slug: slug === null ? slugOf(name) : readSlug(slug), name: name.text() };
  if (builder.tasks.has(named.slug)) record.fail("a task that comes once", `a second '${named.slug}'`);
  const read = builder.problems.attempt(() => readTask(record), { record, key: null });
  builder.tasks.put({ ...(read ?? UNREADABLE), ...named });
}

/** Placeholders for the fields of a broken task. They are never stored. */
const UNREADABLE: Omit<ImportTask, "slug" | "name"> = {
  level: "PERCEPTION",
  levelSource: "PAPER",
  dominance: null,
  chance: null,
  metric: "accuracy",
};

/** By default, the level's source is PAPER, because the file is authoritative. */
function readTask(record: RecordReader): Omit<ImportTask, "slug" | "name"> {
  record.onlyFields(TASK_FIELDS);
  return readFields({
    level: () => record.field("level").oneOf(LEVELS),
    levelSource: () => record.optional("levelSource")?.oneOf(LEVEL_SOURCES) ?? "PAPER",
    dominance: () => record.optional("dominance")?.oneOf(DOMINANCES) ?? null,
    chance: () => readChance(record.optional("chance")),
    metric: () => record.optional("metric")?.text() ?? "accuracy",
  });
}

/** @throws {ImportError} for a text that is not a slug */
export function readSlug(field: RecordReader): string {
  const expected = "a slug: lower-case letters, digits and single hyphens";
  const slug = field.text(expected);
  return isSlug(slug) ? slug : field.fail(expected);
}

function readChance(chance: RecordReader | null): number | null {
  if (chance === null) return null;
  const value = chance.number("a share from 0 to 1");
  return value >= 0 && value <= 1 ? value : chance.fail("a share from 0 to 1");
}

/** Reads an entry of `categories`. A subcategory's slug begins with that of its parent, which is listed before it. */
export function readOmnidexCategory(builder: BatchBuilder, record: RecordReader): void {
  record.onlyFields(["name", "slug"]);
  const name = record.field("name");
  const field = record.optional("slug");
  const slug = field?.text() ?? slugOf(name);
  const [top = "", sub, ...rest] = slug.split("/");
  if (field !== null && !(isSlug(top) && (sub === undefined || isSlug(sub)) && rest.length === 0)) {
    field.fail('a slug such as "film", or "film/drama" for a subcategory of it');
  }
  if (builder.categories.has(slug)) record.fail("a category that comes once", `a second '${slug}'`);
  const parent = sub === undefined ? null : top;
  if (parent !== null && !builder.categories.has(parent)) record.fail(`a category '${parent}' before this one`);
  builder.categories.put({ slug, name, parent });
}

/** Reads an entry of `oddities`, which describes an oddity of the original file. */
export function readOmnidexOddity(record: RecordReader): Oddity {
  record.onlyFields(["code", "key", "message"]);
  return {
    code: record.field("code").oneOf(ODDITY_CODES),
    key: record.field("key").string(),
    message: record.field("message").text(),
  };
}
