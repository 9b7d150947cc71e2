import type { ImportHead, ImportQuestion } from "../../domain/import-batch.ts";
import { ImportError, type ImportProblem } from "../../domain/import-error.ts";
import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
import { counted } from "../../domain/texts.ts";
import { LEVELS } from "../../domain/vocabulary.ts";
import { BatchBuilder } from "../batch/batch-builder.ts";
import { slugOf } from "../batch/category-tree.ts";
import type { ImportProblems } from "../batch/import-problems.ts";
import { QuestionNumbers } from "../batch/numbered-questions.ts";
import type { ImportFile, ImportReader, ImportRecords } from "../files/importer.ts";
import { describeValue } from "../files/record-path.ts";
import { RecordReader } from "../files/record-reader.ts";
import { withinTime } from "../files/within-time.ts";
import { readOmnidexTask, TaskChances } from "../omnidex/omnidex-importer.ts";
import { readOmnidexQuestion } from "../omnidex/omnidex-question.ts";
import { CompiledFields } from "./compiled-fields.ts";
import { parseRecipe, type Recipe } from "./recipe.ts";
import { type ExpressionInput, RecipeExpression, stemOf } from "./recipe-expression.ts";
import { filesNamed, recordsIn, type SourceRecord } from "./recipe-records.ts";
import { ownChoice, ownText } from "./recipe-values.ts";
import { RecipeVideos } from "./recipe-videos.ts";

/** The variables of every expression, besides those of joins. */
const VARIABLES = ["record", "root", "file", "number", "within", "name"] as const;

/** The fields of a question that are texts, so that a number becomes its numeral, and those that stay as they are. */
const TEXTS = ["text", "task", "subset", "group"];
const UNCHANGED = ["level", "audioTypes", "reasoningSteps", "media", ...QUESTION_FLAG_NAMES];

/** How many records are read under one limit of time. */
const AT_ONCE = 200;

/** Where a recipe's expressions are, while it reads. */
interface At {
  path: string;
  expression: RecipeExpression | null;
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
    const head = await new RecipeReader(recipe, recipeFile.name, records, problems).read(files);
    return { ...head, source: { ...head.source, files: [...head.source.files, recipeFile.name] } };
  };

class RecipeReader {
  readonly #builder: BatchBuilder;
  readonly #question: CompiledFields;
  readonly #videos: RecipeVideos | null;
  readonly #questions: RecipeExpression | null;
  /** Whether a record is left out. */
  readonly #unwanted: RecipeExpression | null;
  readonly #joins: readonly { readonly name: string; readonly key: RecipeExpression; readonly by: RecipeExpression }[];
  readonly #joined = new Map<string, Map<string, unknown>>();
  /** How many records had a partner in the other file of a join, and how many had none. */
  readonly #partners = new Map<string, { found: number; missing: number; first: string | null }>();
  readonly #numbers = new QuestionNumbers();
  readonly #chances: TaskChances;
  readonly #at: At = { path: "", expression: null };
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
    this.#chances = new TaskChances(this.#builder);
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
    this.#questions = recipe.questions === undefined ? null : compile(recipe.questions, "questions");
    const nested = this.#questions === null ? [] : [this.#questions];
    const video = recipe.video === undefined ? null : new CompiledFields(recipe.video, "video", compile, nested);
    this.#videos = video === null ? null : new RecipeVideos(this.#builder, video, nested.length > 0);
    // Without nested questions, the fields of the video are in the same record.
    const outer = nested.length > 0 ? [] : (video?.expressions ?? []);
    this.#question = new CompiledFields(recipe.question, "question", compile, outer);
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
    const named = [recipe.files ?? "*"].flat().join("', '");
    if (wanted.length === 0) throw new ImportError("files", `a file '${named}' with the records`, namesOf(files));
    for (const { name } of own.filter((file) => !wanted.includes(file)))
      this.#builder.oddities.add("LEFT_OUT", name, `The file was left out: the recipe reads '${named}'.`);
    for (const task of recipe.tasks ?? []) this.#addTask(task);
    for (const file of wanted) await this.#readFile(file);
    for (const [name, partners] of this.#partners) this.#builder.problems.attempt(() => this.#judge(name, partners));
    if (this.#number > 0)
      for (const { field, path } of [...this.#question.unseen, ...(this.#videos?.fields.unseen ?? [])])
        this.#builder.oddities.add("FIELD_WITHOUT_VALUE", field, `No record has a value at ${path}.`);
    this.#chances.reconcile();
    return this.#builder.build("recipe", files);
  }

  /** @throws {ImportError} for a join that never finds a record; records that it does not find are only listed */
  #judge(name: string, { found, missing, first }: { found: number; missing: number; first: string | null }): void {
    const { file } = this.recipe.join?.[name] ?? {};
    const [example] = this.#joined.get(name)?.keys() ?? [];
    const key = first === null ? "null" : `'${first}'`;
    if (found === 0)
      throw new ImportError(
        `${this.place}: join.${name}`,
        `'by' to give keys that 'key' gives for '${file}', such as '${example}'`,
        `${key}${missing > 1 && first === null ? " for every record" : ""}`,
      );
    if (missing > 0)
      this.#builder.oddities.add(
        "JOIN_WITHOUT_RECORD",
        name,
        `${counted(missing, "record")} of ${found + missing} find nothing in '${file}', the first with ${key}.`,
      );
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
          this.#within([source], ({ record, name: member }) => {
            const value = this.#value(key, { record: record.value, variables: { name: member } }, record.path);
            const text = ownText(value);
            if (typeof text !== "string") return record.fail(`a key for the join '${name}'`, describeValue(value));
            if (records.has(text)) record.fail(`a key for the join '${name}' that comes once`, `'${text}' again`);
            records.set(text, record.value);
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
      this.#within(waiting, (source) => this.#readRecord(file, source));
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
    return /\$root\b/.test(JSON.stringify(this.recipe));
  }

  /** Calls `read` with each record. A problem ends only the record that has it; an expression without an end, the import. */
  #within(records: readonly SourceRecord[], read: (source: SourceRecord) => void): void {
    withinTime(
      () => {
        for (const source of records)
          this.#builder.problems.attempt(() => read(source), { record: source.record, key: null });
      },
      () => {
        const { path, expression } = this.#at;
        return { path, expected: `an end of the expression ${expression?.text} (${expression?.place})` };
      },
    );
  }

  #value(expression: RecipeExpression, input: ExpressionInput, path: string): unknown {
    this.#at.path = path;
    this.#at.expression = expression;
    return expression.value(input, path);
  }

  #readRecord(file: ImportFile, { record, name, root }: SourceRecord): void {
    if (this.recipe.leaveOut?.brokenRows === true && !record.isReadable) {
      this.#leaveOut(record);
      return;
    }
    const base = { root, name, file: stemOf(file.name), number: this.#number };
    const variables = { ...base, record: record.value, ...this.#lookUp(record, base) };
    const isUnwanted =
      this.#unwanted !== null && this.#value(this.#unwanted, { record: record.value, variables }, record.path);
    if (isUnwanted === true) {
      this.#leaveOut(record);
      return;
    }
    if (this.#questions === null) {
      this.#readQuestion(record, record, variables);
      return;
    }
    this.#at.path = record.path;
    this.#at.expression = this.#questions;
    const nested = this.#questions.list({ record: record.value, variables }, record.path);
    for (const question of record
      .part(nested)
      .array(`a list of questions at ${this.#questions.text} (${this.#questions.place})`))
      this.#readQuestion(question, record, variables);
  }

  #leaveOut(record: RecordReader): void {
    const message = `The record was left out: ${this.recipe.leaveOut?.because}`;
    this.#builder.oddities.add("LEFT_OUT", record.path, message);
  }

  /** The records of the other files that belong to this one. */
  #lookUp(record: RecordReader, variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      this.#joins.map(({ name, by }) => {
        const value = ownText(this.#value(by, { record: record.value, variables }, record.path));
        const key = typeof value === "string" ? value : null;
        const found = key === null ? undefined : this.#joined.get(name)?.get(key);
        const partners = this.#partners.get(name) ?? { found: 0, missing: 0, first: null };
        this.#partners.set(name, partners);
        if (found === undefined) {
          partners.missing += 1;
          partners.first ??= key;
        } else partners.found += 1;
        return [name, found ?? null];
      }),
    );
  }

  #readQuestion(question: RecordReader, record: RecordReader, variables: Readonly<Record<string, unknown>>): void {
    this.#question.look(question);
    this.#videos?.fields.look(record);
    const video = this.#numbers.ofRow(() => this.#readVideo(record, variables));
    const within = this.#numbers.take(video ?? String(variables.file));
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
    for (const field of ["text", "task"])
      if (read(field) === null)
        throw new ImportError(
          `${question.path}.${field}`,
          `a value of ${this.#question.textOf(field)} (${this.place}: question.${field})`,
          `null; the record has ${Object.keys(question.object()).join(", ").slice(0, 300)}`,
        );
    const answerFormat = read("answerFormat");
    const choice = ownChoice(question, key, this.#builder.oddities, {
      options: read("options"),
      answer: read("answer"),
      answers: read("answers"),
      answerIs: this.recipe.question.answerIs,
      answerFormat,
    });
    const native = this.#question.native(question, (expression) => this.#value(expression, input, question.path));
    const own: Record<string, unknown> = { key: named, video, answerFormat, ...choice, native };
    for (const field of TEXTS) own[field] = ownText(read(field));
    for (const field of UNCHANGED) own[field] = read(field);
    const at = RecordReader.over(own, question.path);
    return this.#chances.count(readOmnidexQuestion(this.#builder, this.#withTask(at, own, key)));
  }

  /** With the task by the paper's terms, if the benchmark's are known. The level of any other task is the recipe's word. */
  #withTask(at: RecordReader, own: Readonly<Record<string, unknown>>, key: string): RecordReader {
    const { tasks } = this.#builder;
    if (tasks.taxonomy !== null) {
      const task = tasks.add(at.field("task"), "UNDERSTANDING", key);
      return at.part({ ...own, task: task.slug, level: own.level ?? task.level });
    }
    const [word, level] = [at.optional("task"), at.optional("level")];
    if (word !== null && level !== null && tasks.find(word.text()) === undefined)
      tasks.put({
        ...{ slug: slugOf(word), name: word.text(), level: level.oneOf(LEVELS), levelSource: "CURATED" },
        ...{ dominance: null, chance: null, metric: "accuracy" },
      });
    return at;
  }

  /** The key of the video; null if the recipe has none, or the record names none. */
  #readVideo(record: RecordReader, variables: Readonly<Record<string, unknown>>): string | null {
    const input = { record: record.value, variables };
    return this.#videos?.read(record, (expression) => this.#value(expression, input, record.path)) ?? null;
  }

  #fieldOf(fields: CompiledFields, field: string, input: ExpressionInput, path: string): unknown {
    return fields.value(field, path, (expression) => this.#value(expression, input, path));
  }
}

const namesOf = (files: readonly ImportFile[]): string => files.map(({ name }) => `'${name}'`).join(", ") || "none";
