import type { ImportAbout, ImportHead, ImportQuestion, ImportTask, ImportVideo } from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";
import { MOST_OPTIONS } from "../../domain/option-label.ts";
import { slugify } from "../../domain/slug.ts";
import { type BenchmarkTaxonomy, findTask, taxonomyOf } from "../../domain/taxonomy.ts";
import type { AudioType, Level } from "../../domain/vocabulary.ts";
import type { ImportFile, ImportRecords } from "../files/importer.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { CategoryTree, slugOf } from "./category-tree.ts";
import { ImportProblems } from "./import-problems.ts";
import { UnknownFields } from "./kept-fields.ts";
import { OddityLog } from "./oddities.ts";

/** The tasks that a file uses, in the order of their first use. */
class TaskList {
  readonly #tasks = new Map<string, ImportTask>();

  constructor(
    readonly taxonomy: BenchmarkTaxonomy | null,
    readonly oddities: OddityLog,
  ) {}

  /**
   * Finds a task by the benchmark's own term. A task that is not in the paper is imported with the level in its record,
   * and reported once.
   */
  add(word: RecordReader, fallbackLevel: Level, questionKey: string): ImportTask {
    const known = this.taxonomy === null ? null : findTask(this.taxonomy, word.text());
    const slug = known?.slug ?? slugOf(word);
    const listed = this.#tasks.get(slug);
    if (listed !== undefined) return listed;
    if (known === null) {
      const message = `"${word.text()}" is not a task in the paper; it was kept, with the level ${fallbackLevel}.`;
      this.oddities.add("UNKNOWN_TASK", questionKey, message);
    }
    return this.put(known === null ? unknownTask(slug, word, fallbackLevel) : toImportTask(known));
  }

  /** Adds a task, unless its slug is already listed. */
  put(task: ImportTask): ImportTask {
    const listed = this.#tasks.get(task.slug);
    if (listed !== undefined) return listed;
    this.#tasks.set(task.slug, task);
    return task;
  }

  /** Replaces a listed task. */
  replace(task: ImportTask): void {
    this.#tasks.set(task.slug, task);
  }

  has(slug: string): boolean {
    return this.#tasks.has(slug);
  }

  /** The listed task whose slug or name is `word`, or whose slug is that of `word`. */
  find(word: string): ImportTask | undefined {
    const named = (): ImportTask | undefined => this.list().find(({ name }) => name === word);
    return this.#tasks.get(word) ?? named() ?? this.#tasks.get(slugify(word));
  }

  list(): readonly ImportTask[] {
    return [...this.#tasks.values()];
  }
}

const toImportTask = (task: BenchmarkTaxonomy["tasks"][number]): ImportTask => ({
  slug: task.slug,
  name: task.name,
  level: task.level,
  levelSource: task.levelSource,
  dominance: task.dominance,
  chance: task.chance,
  metric: task.metric,
});

const unknownTask = (slug: string, word: RecordReader, level: Level): ImportTask => ({
  slug,
  name: word.text().trim(),
  level,
  levelSource: "CURATED",
  dominance: null,
  chance: null,
  metric: "accuracy",
});

/** The fields of a video that its questions need. */
export type KnownVideo = Pick<ImportVideo, "key" | "audioTypes" | "subset">;

/**
 * Stores records in file order and enforces the invariants of a batch: unique keys, a task and a video for every
 * question. It keeps in memory only the keys of stored records, and the fields of videos that questions need. After the
 * first problem nothing is stored anymore; the rest of the files is only checked.
 */
export class BatchBuilder {
  readonly oddities = new OddityLog();
  readonly unknownFields = new UnknownFields();
  readonly categories: CategoryTree;
  readonly tasks: TaskList;
  readonly #videos = new Map<string, KnownVideo>();
  readonly #questions = new Set<string>();
  /** The type of each audio label. */
  readonly #audioTypes = new Map<string, AudioType>();

  constructor(
    readonly benchmark: string,
    readonly about: ImportAbout,
    taxonomy: BenchmarkTaxonomy | null,
    readonly records: ImportRecords,
    readonly problems: ImportProblems = new ImportProblems(),
  ) {
    this.categories = new CategoryTree(taxonomy, this.oddities);
    this.tasks = new TaskList(taxonomy, this.oddities);
  }

  /** A builder for a built-in benchmark. */
  static of(slug: string, records: ImportRecords): BatchBuilder {
    const taxonomy = taxonomyOf(slug);
    const { title, description, license, homepage } = taxonomy;
    return new BatchBuilder(slug, { title, description, license, homepage }, taxonomy, records);
  }

  video(key: string): KnownVideo | undefined {
    return this.#videos.get(key);
  }

  /**
   * Reads a video and adds it. If the video has problems, they are noted, and questions may still refer to it. So a
   * broken video is reported once, and not again for each of its questions.
   * @param key null if it cannot be read, which `read` reports
   */
  readVideo(key: string | null, at: RecordReader, read: () => ImportVideo): KnownVideo {
    this.problems.attempt(() => this.#addVideo(read(), at), { record: at, key });
    const added = this.#videos.get(key ?? "") ?? { key: key ?? "", audioTypes: [], subset: null };
    if (key !== null) this.#videos.set(key, added);
    return added;
  }

  /** @throws {ImportError} at `at` if the key is taken */
  requireNewVideo(key: string, at: RecordReader): void {
    if (this.#videos.has(key)) at.fail("a video that comes once", `a second '${key}'`);
  }

  /** Reads a question and adds it. If it has problems, they are noted. */
  readQuestion(key: string | null, at: RecordReader, read: () => ImportQuestion): void {
    this.problems.attempt(() => this.#addQuestion(read(), at), { record: at, key });
    if (key !== null) this.#questions.add(key);
  }

  /** @throws {ImportError} at `at` if the key is taken, or an audio label has another type than before. */
  #addVideo(video: ImportVideo, at: RecordReader): void {
    this.requireNewVideo(video.key, at);
    const { key, audioTypes, subset } = video;
    this.#checkAudio(audioTypes, at);
    this.#videos.set(key, { key, audioTypes, subset });
    if (this.problems.any) return;
    this.oddities.checkVideo(video);
    this.records.video(video);
  }

  /**
   * @throws {ImportError} at `at` if the key is taken, an audio label has another type than before, or there are more
   * options than labels
   */
  #addQuestion(question: ImportQuestion, at: RecordReader): void {
    if (this.#questions.has(question.key)) at.fail("a question that comes once", `a second '${question.key}'`);
    this.#checkAudio(question.audioTypes, at);
    const { length } = question.options;
    if (/^MULTIPLE_/.test(question.answerFormat) && length > MOST_OPTIONS)
      at.fail(`at most ${MOST_OPTIONS} options, whose labels are A to ZZ`, `${length} in question '${question.key}'`);
    this.#questions.add(question.key);
    if (this.problems.any) return;
    this.oddities.checkQuestion(question);
    this.records.question(question);
  }

  /** A label must stand for the same type in the whole benchmark, because facets and masks depend on that. */
  #checkAudio(audioTypes: ImportVideo["audioTypes"], at: RecordReader): void {
    for (const { type, nativeLabel } of audioTypes) {
      const known = this.#audioTypes.get(nativeLabel) ?? type;
      if (known !== type) at.fail(`the audio label '${nativeLabel}' to be ${known}, as before`, `it as ${type}`);
      this.#audioTypes.set(nativeLabel, known);
    }
  }

  /** @throws {ImportError} with all problems; or if no question was read, because an empty release is a mistake */
  build(format: string, files: readonly ImportFile[]): ImportHead {
    this.problems.requireNone();
    if (this.#questions.size === 0) {
      throw new ImportError(files.map(({ name }) => name).join(", "), "at least one question", "none");
    }
    this.unknownFields.report(this.oddities);
    return {
      benchmark: this.benchmark,
      about: this.about,
      source: { format, files: files.map(({ name }) => name) },
      categories: this.categories.list(),
      tasks: this.tasks.list(),
      oddities: this.oddities.list(),
    };
  }
}
