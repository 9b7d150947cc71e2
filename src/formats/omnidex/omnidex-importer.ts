import {
  type ImportAbout,
  type ImportHead,
  type ImportQuestion,
  type ImportTask,
  ODDITY_CODES,
  type Oddity,
} from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import { DOMINANCES, LEVEL_SOURCES, LEVELS } from "../../domain/vocabulary.ts";
import { runsCode } from "../../domain/web-address.ts";
import { BatchBuilder } from "../batch/batch-builder.ts";
import { isSlug, slugOf } from "../batch/category-tree.ts";
import { ImportProblems, readFields } from "../batch/import-problems.ts";
import { asBuffer, sourceOf, textStart } from "../files/byte-source.ts";
import { JsonDocument, onlyFile } from "../files/document.ts";
import { gathering, type Importer, type ImportFile, type ImportReader, type ImportRecords } from "../files/importer.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { readOmnidexQuestion } from "./omnidex-question.ts";
import { readOmnidexVideo } from "./omnidex-video.ts";

/** A difference that rounding to two digits explains: 0.33 for a third. */
const ROUNDING = 0.005;

interface TaskOptions {
  /** The sum of the questions' chances: 1/4 for a question with four options. */
  chance: number;
  questions: number;
  /** Whether all questions are multiple-choice questions. */
  isChoice: boolean;
}

/**
 * Compares the chance that tasks declare with the number of options of their questions. Scores use the number of options,
 * so a task with another chance would contradict them.
 */
export class TaskChances {
  readonly #tasks = new Map<string, TaskOptions>();

  constructor(readonly builder: BatchBuilder) {}

  /** Counts the options of a question, and returns the question. */
  count(question: ImportQuestion): ImportQuestion {
    const found = this.#tasks.get(question.task) ?? { chance: 0, questions: 0, isChoice: true };
    this.#tasks.set(question.task, found);
    found.questions += 1;
    if (question.answerFormat !== "MULTIPLE_CHOICE" || question.options.length === 0) found.isChoice = false;
    else found.chance += 1 / question.options.length;
    return question;
  }

  /** Corrects and reports the chance of each task that contradicts the number of options of its questions. */
  reconcile(): void {
    const { benchmark, tasks, oddities } = this.builder;
    // The papers of the built-in benchmarks state other baselines, which their own scores use.
    if (findTaxonomy(benchmark) !== null) return;
    for (const task of tasks.list()) {
      const found = this.#tasks.get(task.slug);
      if (task.chance === null || found === undefined || !found.isChoice) continue;
      const chance = found.chance / found.questions;
      if (Math.abs(chance - task.chance) <= ROUNDING) continue;
      tasks.replace({ ...task, chance });
      const message = `The task declares a chance of ${task.chance}, but by the number of options it is ${shown(chance)}, which was taken.`;
      oddities.add("CHANCE_DISAGREES", task.slug, message);
    }
  }
}

const shown = (chance: number): string => String(Math.round(chance * 10_000) / 10_000);

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
  builder.tasks.put({ ...(read ?? OMNIDEX_TASK_UNREADABLE), ...named });
}

/** Placeholders for the fields of a broken task. They are never stored. */
const OMNIDEX_TASK_UNREADABLE: Omit<ImportTask, "slug" | "name"> = {
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
function readSlug(field: RecordReader): string {
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
function readOmnidexCategory(builder: BatchBuilder, record: RecordReader): void {
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
function readOmnidexOddity(record: RecordReader): Oddity {
  record.onlyFields(["code", "key", "message"]);
  return {
    code: record.field("code").oneOf(ODDITY_CODES),
    key: record.field("key").string(),
    message: record.field("message").text(),
  };
}

const ROOT_FIELDS = ["benchmark", "categories", "tasks", "oddities", "videos", "questions"];
const BENCHMARK_FIELDS = ["slug", "title", "description", "license", "homepage"];

/**
 * A reader for a custom benchmark, in the format of docs/import.md.
 * @param slug the required value of the file's `benchmark.slug`; `null` accepts any.
 */
export const omnidexReader =
  (slug: string | null): ImportReader =>
  async (files, records) =>
    readOmnidex(files, records, slug);

/**
 * Whether the files are a single file in this format: a JSON object with a `benchmark` that is also an object. Returns
 * false for a file that is not JSON.
 */
export function isOmnidexFile(files: readonly ImportFile[]): boolean {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !beginsObject(file)) return false;
  try {
    const benchmark = new JsonDocument(file).optional("benchmark");
    // WorldSense's file is an object of videos by id, so one of its videos might have the id "benchmark".
    return benchmark?.isObject === true && !benchmark.has("video_id");
  } catch (error) {
    if (error instanceof ImportError) return false;
    throw error;
  }
}

function beginsObject(file: ImportFile): boolean {
  const source = sourceOf(file);
  const start = textStart(source);
  const beginning = source.read(start, Math.min(start + source.pieceSize, source.size));
  return asBuffer(beginning).toString("latin1").trimStart().startsWith("{");
}

export const createOmnidexImporter = (slug: string | null): Importer => gathering(omnidexReader(slug));

function readOmnidex(files: readonly ImportFile[], records: ImportRecords, slug: string | null): ImportHead {
  const root = new JsonDocument(onlyFile(files, "one JSON file"), "number");
  const problems = new ImportProblems();
  problems.attempt(() => root.onlyFields(ROOT_FIELDS));
  const head = problems.attempt(() => readHead(root.field("benchmark"), slug));
  const builder = new BatchBuilder(
    head?.slug ?? "",
    head?.about ?? OMNIDEX_IMPORTER_UNREADABLE,
    null,
    records,
    problems,
  );
  problems.attemptEach(root.optionalRecords("categories"), (record) => readOmnidexCategory(builder, record));
  problems.attemptEach(root.optionalRecords("tasks"), (record) => readOmnidexTask(builder, record));
  problems.attemptEach(root.optionalRecords("oddities"), (record) =>
    builder.oddities.takeOver(readOmnidexOddity(record)),
  );
  problems.attemptEach(root.optionalRecords("videos"), (record) =>
    builder.readVideo(keyOf(record), record, () => readOmnidexVideo(builder, record)),
  );
  const chances = new TaskChances(builder);
  problems.attemptEach(root.records("questions"), (record) =>
    builder.readQuestion(keyOf(record), record, () => chances.count(readOmnidexQuestion(builder, record))),
  );
  chances.reconcile();
  return builder.build("omnidex-json", files);
}

/** A placeholder for a benchmark description that cannot be read. It is never stored. */
const OMNIDEX_IMPORTER_UNREADABLE: ImportAbout = { title: "", description: null, license: null, homepage: null };

const readHead = (benchmark: RecordReader, wanted: string | null) =>
  readFields({ slug: () => readOwnSlug(benchmark, wanted), about: () => readAbout(benchmark) });

/** The key of a video or question; null if it has none, which its reader reports. */
function keyOf(record: RecordReader): string | null {
  const key = record.optional("key")?.value;
  return typeof key === "string" && key.trim() !== "" ? key : null;
}

function readOwnSlug(benchmark: RecordReader, wanted: string | null): string {
  const field = benchmark.field("slug");
  const slug = readSlug(field);
  if (wanted !== null && slug !== wanted) field.fail(`the benchmark that is imported, "${wanted}"`);
  return slug;
}

function readAbout(benchmark: RecordReader): ImportAbout {
  benchmark.onlyFields(BENCHMARK_FIELDS);
  return readFields({
    title: () => benchmark.field("title").text(),
    description: () => benchmark.optional("description")?.text() ?? null,
    license: () => readLicense(benchmark.optional("license")),
    homepage: () => benchmark.optional("homepage")?.address() ?? null,
  });
}

/** A licence's name, or its address. */
function readLicense(license: RecordReader | null): string | null {
  if (license === null) return null;
  const text = license.text();
  return runsCode(text) ? license.fail("the name of a licence, or its http or https address") : text;
}
