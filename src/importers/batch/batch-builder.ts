import type { ImportAbout, ImportBatch, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";
import { type BenchmarkTaxonomy, taxonomyOf } from "../../domain/taxonomy.ts";
import type { ImportFile } from "../importer.ts";
import { baseName } from "../reading/file-kind.ts";
import type { RecordReader } from "../reading/record-reader.ts";
import { CategoryTree } from "./category-tree.ts";
import { OddityLog } from "./oddities.ts";
import { TaskList } from "./task-list.ts";

/** Gathers a batch in file order and keeps its promises: unique keys, a task and a video for every question. */
export class BatchBuilder {
  readonly oddities = new OddityLog();
  readonly categories: CategoryTree;
  readonly tasks: TaskList;
  readonly #videos = new Map<string, ImportVideo>();
  readonly #questions = new Map<string, ImportQuestion>();

  constructor(
    readonly benchmark: string,
    readonly about: ImportAbout,
    taxonomy: BenchmarkTaxonomy | null,
  ) {
    this.categories = new CategoryTree(taxonomy, this.oddities);
    this.tasks = new TaskList(taxonomy, this.oddities);
  }

  /** A builder for a benchmark whose taxonomy is known. */
  static of(slug: string): BatchBuilder {
    const taxonomy = taxonomyOf(slug);
    const { title, description, license, homepage } = taxonomy;
    return new BatchBuilder(slug, { title, description, license, homepage }, taxonomy);
  }

  video(key: string): ImportVideo | undefined {
    return this.#videos.get(key);
  }

  /** @throws {ImportError} at `at` where the key is taken. */
  addVideo(video: ImportVideo, at: RecordReader): void {
    if (this.#videos.has(video.key)) at.fail("a video that comes once", `a second '${video.key}'`);
    this.#videos.set(video.key, video);
  }

  /** @throws {ImportError} at `at` where the key is taken. */
  addQuestion(question: ImportQuestion, at: RecordReader): void {
    if (this.#questions.has(question.key)) at.fail("a question that comes once", `a second '${question.key}'`);
    this.#questions.set(question.key, question);
    this.oddities.checkQuestion(question);
  }

  /** @throws {ImportError} where no question was read: an empty release is a mistake. */
  build(format: string, files: readonly ImportFile[]): ImportBatch {
    if (this.#questions.size === 0) {
      throw new ImportError(files.map(({ name }) => name).join(", "), "at least one question", "none");
    }
    return {
      benchmark: this.benchmark,
      about: this.about,
      source: { format, files: files.map(baseName) },
      categories: this.categories.list(),
      tasks: this.tasks.list(),
      videos: [...this.#videos.values()],
      questions: [...this.#questions.values()],
      oddities: this.oddities.list(),
    };
  }
}
