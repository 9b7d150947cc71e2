import type { ImportTask } from "../../domain/import-batch.ts";
import { slugify } from "../../domain/slug.ts";
import { type BenchmarkTaxonomy, findTask } from "../../domain/taxonomy.ts";
import type { Level } from "../../domain/vocabulary.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { slugOf } from "./category-tree.ts";
import type { OddityLog } from "./oddities.ts";

/** The tasks that a file uses, in the order of their first use. */
export class TaskList {
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
