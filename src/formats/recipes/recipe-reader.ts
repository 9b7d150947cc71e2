import type { ImportHead, ImportQuestion } from "../../domain/import-batch.ts";
import { ImportError, type ImportProblem } from "../../domain/import-error.ts";
import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import { BatchBuilder } from "../batch/batch-builder.ts";
import type { ImportProblems } from "../batch/import-problems.ts";
import { QuestionNumbers } from "../batch/numbered-questions.ts";
import type { ImportFile, ImportReader, ImportRecords } from "../files/importer.ts";
import { RecordReader } from "../files/record-reader.ts";
import { readOmnidexTask } from "../omnidex/omnidex-importer.ts";
import { readOmnidexQuestion } from "../omnidex/omnidex-question.ts";
import { readOmnidexVideo } from "../omnidex/omnidex-video.ts";
import { CompiledFields } from "./compiled-fields.ts";
import { parseRecipe, type Recipe } from "./recipe.ts";
import { type ExpressionInput, RecipeExpression } from "./recipe-expression.ts";
import { filesNamed, recordsIn, type SourceRecord } from "./recipe-records.ts";
import { ownChoice, ownDuration, ownText } from "./recipe-values.ts";
import { withinTime } from "./within-time.ts";

/** The variables of every expression, besides those of joins. */
const VARIABLES = ["record", "root", "file", "number", "within", "name"] as const;

/** How many records are read under one limit of time. */
const AT_ONCE = 200;

/** Where a recipe's expressions are, while it reads. */
interface At {
  path: string;
  field: string;
}

/**
 * A reader for files as a recipe describes them.
 * @param problems notes the problems of the records, and says whether they end the import
 */
export const recipeReader =
  (recipeFile: ImportFile, slug: string, problems?: ImportProblems): ImportReader =>
  async (files, records) => {
    const recipe = parseRecipe(recipeFile);
    if (recipe.benchmark.slug !== slug)
      throw new ImportError(
        `${recipeFile.name}: benchmark.slug`,
        `the benchmark that is imported, "${slug}"`,
        `"${recipe.benchmark.slug}"`,
      );
    return new RecipeReader(recipe, recipeFile.name, records, problems).read(files);
  };

class RecipeReader {
  readonly #builder: BatchBuilder;
  readonly #question: CompiledFields;
  readonly #video: CompiledFields | null;
  readonly #questions: RecipeExpression | null;
  /** Whether a record is left out. */
  readonly #unwanted: RecipeExpression | null;
  readonly #joins: readonly { readonly name: string; readonly key: RecipeExpression; readonly by: RecipeExpression }[];
  readonly #joined = new Map<string, Map<string, unknown>>();
  readonly #numbers = new QuestionNumbers();
  /** What the first record of a video said of it. */
  readonly #described = new Map<string, string>();
  readonly #at: At = { path: "", field: "" };
  #number = 0;

  /** @throws {ImportError} with the problems of all expressions */
  constructor(
    readonly recipe: Recipe,
    readonly place: string,
    records: ImportRecords,
    noted?: ImportProblems,
  ) {
    const { slug, title, description = null, license = null, homepage = null } = recipe.benchmark;
    this.#builder = new BatchBuilder(
      slug,
      { title, description, license, homepage },
      findTaxonomy(slug),
      records,
      noted,
    );
    const problems: ImportProblem[] = [];
    const variables = [...VARIABLES, ...Object.keys(recipe.join ?? {})];
    const compile = (text: string, field: string): RecipeExpression => {
      try {
        return new RecipeExpression(text, `${place}: ${field}`, variables);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        problems.push(...error.problems);
        return new RecipeExpression(".", field, []);
      }
    };
    this.#question = new CompiledFields(recipe.question, "question", compile);
    this.#questions = recipe.questions === undefined ? null : compile(recipe.questions, "questions");
    const outer = this.#questions === null ? [] : [this.#questions];
    this.#video = recipe.video === undefined ? null : new CompiledFields(recipe.video, "video", compile, outer);
    const { where } = recipe.leaveOut ?? {};
    this.#unwanted = where === undefined ? null : compile(where, "leaveOut.where");
    this.#joins = Object.entries(recipe.join ?? {}).map(([name, { key, by }]) => ({
      name,
      key: compile(key, `join.${name}.key`),
      by: compile(by, `join.${name}.by`),
    }));
    if (problems.length > 0) throw ImportError.of(problems);
  }

  async read(files: readonly ImportFile[]): Promise<ImportHead> {
    const { recipe } = this;
    const joined = await this.#readJoins(files);
    const own = files.filter((file) => !joined.includes(file));
    const wanted = recipe.files === undefined ? own : filesNamed(own, recipe.files);
    if (wanted.length === 0)
      throw new ImportError("files", `a file '${recipe.files ?? "*"}' with the records`, namesOf(files));
    const unread = own.filter((file) => !wanted.includes(file));
    if (unread.length > 0)
      throw new ImportError("files", `files that the recipe reads: '${recipe.files}'`, `also ${namesOf(unread)}`);
    for (const task of recipe.tasks ?? []) this.#addTask(task);
    for (const file of wanted) await this.#readFile(file);
    return this.#builder.build("recipe", files);
  }

  #addTask(task: NonNullable<Recipe["tasks"]>[number]): void {
    const at = RecordReader.over(task, `${this.place}: tasks`);
    this.#builder.problems.attempt(() => readOmnidexTask(this.#builder, at));
  }

  async #readJoins(files: readonly ImportFile[]): Promise<readonly ImportFile[]> {
    const read: ImportFile[] = [];
    for (const { name, key } of this.#joins) {
      const join = this.recipe.join?.[name];
      const found = filesNamed(files, join?.file ?? "");
      if (found.length === 0)
        throw new ImportError("files", `a file '${join?.file}' for the join '${name}'`, namesOf(files));
      const records = new Map<string, unknown>();
      for (const file of found)
        for await (const source of recordsIn(file, join?.records, {
          place: `${this.place}: join.${name}.records`,
          needsRoot: false,
        }))
          this.#within(`join.${name}.key`, [source], ({ record, name: member }) => {
            const value = this.#value(key, { record: record.value, variables: { name: member } }, record.path);
            const text = ownText(value);
            if (typeof text === "string") records.set(text, record.value);
            else record.fail(`a key for the join '${name}'`);
          });
      this.#joined.set(name, records);
      read.push(...found);
    }
    return read;
  }

  async #readFile(file: ImportFile): Promise<void> {
    const place = `${this.place}: records`;
    let waiting: SourceRecord[] = [];
    const readWaiting = (): void => {
      this.#within("", waiting, (source) => this.#readRecord(file, source));
      waiting = [];
    };
    try {
      for await (const source of recordsIn(file, this.recipe.records, { place, needsRoot: this.#needsRoot })) {
        waiting.push(source);
        if (waiting.length === AT_ONCE) readWaiting();
      }
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      this.#builder.problems.attempt(() => {
        throw error;
      });
    }
    readWaiting();
  }

  get #needsRoot(): boolean {
    return /\$root\b/.test(JSON.stringify([this.recipe.question, this.recipe.video, this.recipe.questions]));
  }

  /** Calls `read` with each record. A problem ends only the record that has it; an expression without an end, the import. */
  #within(field: string, records: readonly SourceRecord[], read: (source: SourceRecord) => void): void {
    this.#at.field = field;
    withinTime(
      () => {
        for (const source of records)
          this.#builder.problems.attempt(() => read(source), { record: source.record, key: null });
      },
      () => ({ path: this.#at.path, expected: `an end of the expression ${this.#at.field}` }),
    );
  }

  #value(expression: RecipeExpression, input: ExpressionInput, path: string): unknown {
    this.#at.path = path;
    this.#at.field = `${expression.text} (${expression.place})`;
    return expression.value(input, path);
  }

  #readRecord(file: ImportFile, { record, name, root }: SourceRecord): void {
    if (this.#isLeftOut(record)) return;
    const base = { root, name, file: baseName(file.name), number: this.#number };
    const variables = { ...base, record: record.value, ...this.#lookUp(record, base) };
    if (this.#questions === null) {
      this.#readQuestion(record, record, variables);
      return;
    }
    const nested = this.#value(this.#questions, { record: record.value, variables }, record.path);
    for (const question of record
      .reread(nested)
      .array(`a list of questions at ${this.#questions.text} (${this.#questions.place})`))
      this.#readQuestion(question, record, variables);
  }

  /** Whether the recipe leaves a record out, which is reported. */
  #isLeftOut(record: RecordReader): boolean {
    const { leaveOut } = this.recipe;
    if (leaveOut === undefined) return false;
    const isBroken = leaveOut.brokenRows === true && !record.isReadable;
    const isUnwanted = (): boolean =>
      this.#unwanted !== null &&
      this.#value(this.#unwanted, { record: record.value, variables: {} }, record.path) === true;
    if (!isBroken && !isUnwanted()) return false;
    this.#builder.oddities.add("LEFT_OUT", record.path, `The record was left out: ${leaveOut.because}`);
    return true;
  }

  /** The records of the other files that belong to this one. */
  #lookUp(record: RecordReader, variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      this.#joins.map(({ name, by }) => {
        const key = ownText(this.#value(by, { record: record.value, variables }, record.path));
        return [name, typeof key === "string" ? (this.#joined.get(name)?.get(key) ?? null) : null];
      }),
    );
  }

  #readQuestion(question: RecordReader, record: RecordReader, variables: Readonly<Record<string, unknown>>): void {
    const video = this.#numbers.ofRow(() => this.#readVideo(record, variables));
    const within = this.#numbers.take(video ?? "");
    const input = { record: question.value, variables: { ...variables, number: this.#number, within } };
    this.#number += 1;
    const named = this.#question.has("key")
      ? ownText(this.#fieldOf(this.#question, "key", input, question.path))
      : `${video ?? variables.file}/${within}`;
    const key = typeof named === "string" ? named : null;
    this.#builder.readQuestion(this.#numbers.reported(key ?? "") && key, question, () =>
      this.#ownQuestion(question, key ?? "", named, video, input),
    );
  }

  #ownQuestion(
    question: RecordReader,
    key: string,
    named: unknown,
    video: string | null,
    input: ExpressionInput,
  ): ImportQuestion {
    const read = (field: string): unknown => this.#fieldOf(this.#question, field, input, question.path);
    const texts = Object.fromEntries(["text", "task", "subset"].map((field) => [field, ownText(read(field))]));
    const same = Object.fromEntries(
      ["level", "answerFormat", "audioTypes", "reasoningSteps", "media", ...QUESTION_FLAG_NAMES].map((field) => [
        field,
        read(field),
      ]),
    );
    const choice = ownChoice(question, key, this.#builder.oddities, {
      options: read("options"),
      answer: read("answer"),
      answers: read("answers"),
      answerIs: this.recipe.question.answerIs,
      answerFormat: same.answerFormat,
    });
    const native = this.#question.native(question, (expression) => this.#value(expression, input, question.path));
    const own = { key: named, video, ...texts, ...same, ...choice, native };
    const at = RecordReader.over(own, question.path);
    return readOmnidexQuestion(this.#builder, this.#withTask(at, own, key));
  }

  /** With the task by the paper's terms, if the benchmark's are known. */
  #withTask(at: RecordReader, own: Readonly<Record<string, unknown>>, key: string): RecordReader {
    const { taxonomy } = this.#builder.tasks;
    if (taxonomy === null) return at;
    const task = this.#builder.tasks.add(at.field("task"), "UNDERSTANDING", key);
    return at.reread({ ...own, task: task.slug, level: own.level ?? task.level });
  }

  /** The key of the video; null if the recipe has none, or the record names none. */
  #readVideo(record: RecordReader, variables: Readonly<Record<string, unknown>>): string | null {
    if (this.#video === null) return null;
    const fields = this.#video;
    const input = { record: record.value, variables };
    const read = (field: string): unknown => this.#fieldOf(fields, field, input, record.path);
    const named = ownText(read("key"));
    if (named === null) return null;
    const key =
      typeof named === "string" && named.trim() !== ""
        ? named
        : record.fail("a key of the video", JSON.stringify(named));
    const own = {
      category: read("category"),
      durationSeconds: ownDuration(read("durationSeconds")),
      durationLabel: ownText(read("durationLabel")),
      url: read("url"),
      subset: ownText(read("subset")),
      audioTypes: read("audioTypes"),
      caption: ownText(read("caption")),
    };
    const described = JSON.stringify(own);
    const first = this.#described.get(key);
    if (first !== undefined) {
      this.#compare(key, first, described);
      return key;
    }
    this.#described.set(key, described);
    const native =
      this.#questions === null && !fields.has("native")
        ? {}
        : fields.native(record, (expression) => this.#value(expression, input, record.path));
    this.#builder.readVideo(key, record, () => {
      const at = RecordReader.over({ key, ...own, native }, record.path);
      return readOmnidexVideo(this.#builder, at.reread({ key, ...own, native, category: this.#category(at, key) }));
    });
    return key;
  }

  #compare(key: string, first: string, described: string): void {
    if (first === described) return;
    this.#builder.oddities.add(
      "VIDEO_DISAGREES",
      key,
      `Its records state ${first} and ${described}; the first was kept.`,
    );
  }

  /** The slug of a category, which is a name, or a list of a name and that of its subcategory. */
  #category(video: RecordReader, key: string): string | null {
    const category = video.optional("category");
    if (category === null) return null;
    const [top = category, sub = null, ...rest] = category.isList
      ? category.array().filter(({ value }) => value !== null && value !== "")
      : [category];
    if (rest.length > 0)
      category.fail("a category, or a list of a category and its subcategory", `a list of ${rest.length + 2}`);
    if (top === category && category.isList) return null;
    return top.value === "" ? null : this.#builder.categories.add(top, sub, key);
  }

  #fieldOf(fields: CompiledFields, field: string, input: ExpressionInput, path: string): unknown {
    return fields.value(field, path, (expression) => this.#value(expression, input, path));
  }
}

const namesOf = (files: readonly ImportFile[]): string => files.map(({ name }) => `'${name}'`).join(", ") || "none";

const DATA_ENDING = /\.(json|jsonl|ndjson|tsv|csv|parquet)(\.gz)?$/i;

/** The name of a file without its folder and ending. */
const baseName = (name: string): string => (name.split("/").at(-1) ?? name).replace(DATA_ENDING, "");
