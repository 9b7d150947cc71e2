import type { ImportHead, ImportQuestion } from "../../domain/import-batch.ts";
import { ImportError, type ImportProblem } from "../../domain/import-error.ts";
import { QUESTION_FLAG_NAMES } from "../../domain/question-flags.ts";
import { findTaxonomy } from "../../domain/taxonomy.ts";
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
import { CompiledFields, type Evaluate } from "./compiled-fields.ts";
import { parseRecipe, type Recipe } from "./recipe.ts";
import { type ExpressionInput, RecipeExpression, stemOf } from "./recipe-expression.ts";
import { RecipeJoins } from "./recipe-joins.ts";
import { filesNamed, namesOf, recordsIn, type SourceRecord } from "./recipe-records.ts";
import { ownChoice, ownText } from "./recipe-values.ts";
import { RecipeVideos } from "./recipe-videos.ts";

/** The variables of every expression, besides those of joins. */
const VARIABLES = ["record", "root", "file", "number", "within", "name", "video"] as const;

/** The fields of a question that are texts, so that a number becomes its numeral, and those that stay as they are. */
const TEXTS = ["text", "task", "subset", "group"];
const UNCHANGED = ["level", "audioTypes", "reasoningSteps", "media", ...QUESTION_FLAG_NAMES];

/** What a recipe need not say of its benchmark. */
const NOTHING = { description: null, license: null, homepage: null };

/** In place of fields that cannot be read. They are never stored. */
const UNREADABLE: Readonly<Record<string, unknown>> & { readonly choice: object } = {
  ...{ text: "-", task: "x", level: "PERCEPTION", native: {} },
  choice: { options: [], answer: "-", answerFormat: "OPEN_TEXT" },
};

/** How many records are read under one limit of time. */
const AT_ONCE = 200;

type Variables = ExpressionInput["variables"];

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
  /** The names of the fields that the recipe knows of a video's record. */
  readonly #known: readonly string[];
  /** Whether a record is left out. */
  readonly #unwanted: RecipeExpression | null;
  readonly #joins: RecipeJoins;
  readonly #numbers = new QuestionNumbers();
  /** The parts of a question that the recipe has. */
  readonly #parts: readonly string[];
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
    const { slug, title, ...about } = recipe.benchmark;
    const taxonomy = findTaxonomy(slug);
    const { description, license, homepage } = { ...(taxonomy ?? NOTHING), ...about };
    this.#builder = new BatchBuilder(slug, { title, description, license, homepage }, taxonomy, records, noted);
    this.#chances = new TaskChances(this.#builder);
    const problems: ImportProblem[] = [];
    const variables = [...VARIABLES, ...Object.keys(recipe.join ?? {})];
    const compile = (text: string, field: string): RecipeExpression => {
      try {
        return new RecipeExpression(text, `${place}: ${field}`, variables, recipe.functions);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        problems.push(...error.problems);
        return new RecipeExpression(".", field, []);
      }
    };
    this.#questions = recipe.questions === undefined ? null : compile(recipe.questions, "questions");
    const nested = this.#questions === null ? [] : [this.#questions];
    const video = recipe.video === undefined ? null : new CompiledFields(recipe.video, "video", compile, nested);
    this.#videos = video === null ? null : new RecipeVideos(this.#builder, video);
    // Without nested questions, the fields of the video are in the same record.
    this.#known = video?.known ?? [];
    const outer = nested.length > 0 ? [] : (video?.expressions ?? []);
    this.#question = new CompiledFields(recipe.question, "question", compile, outer);
    const own = [...TEXTS, ...UNCHANGED].filter((field) => this.#question.has(field));
    this.#parts = ["required", "answer", ...own, "native"];
    const { where } = recipe.leaveOut ?? {};
    this.#unwanted = where === undefined ? null : compile(where, "leaveOut.where");
    this.#joins = new RecipeJoins(recipe.join ?? {}, place, {
      compile,
      value: (...evaluated) => this.#value(...evaluated),
      within: (...called) => this.#within(...called),
    });
    if (problems.length > 0) throw ImportError.of(problems);
  }

  async read(files: readonly ImportFile[]): Promise<ImportHead> {
    const { recipe } = this;
    const joined = await this.#joins.read(files);
    const own = files.filter((file) => !joined.includes(file));
    const wanted = recipe.files === undefined ? own : filesNamed(own, recipe.files);
    const named = [recipe.files ?? "*"].flat().join("', '");
    if (wanted.length === 0) throw new ImportError("files", `a file '${named}' with the records`, namesOf(files));
    for (const { name } of own.filter((file) => !wanted.includes(file)))
      this.#builder.oddities.add("LEFT_OUT", name, `The file was left out: the recipe reads '${named}'.`);
    for (const task of recipe.tasks ?? []) this.#addTask(task);
    for (const file of wanted) await this.#readFile(file);
    for (const problem of this.#joins.problems(this.#builder.oddities))
      this.#builder.problems.attempt(() => {
        throw problem;
      });
    if (this.#number > 0)
      for (const { field, path } of [...this.#question.unseen, ...(this.#videos?.fields.unseen ?? [])])
        this.#builder.oddities.add("FIELD_WITHOUT_VALUE", field, `No record has a value at ${path}.`);
    this.#chances.reconcile();
    return this.#builder.build("recipe", files);
  }

  #addTask(task: NonNullable<Recipe["tasks"]>[number]): void {
    const at = RecordReader.over(task, `${this.place}: tasks`);
    this.#builder.problems.attempt(() => readOmnidexTask(this.#builder, at));
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

  #listOf(expression: RecipeExpression, input: ExpressionInput, path: string): unknown {
    this.#at.path = path;
    this.#at.expression = expression;
    return expression.list(input, path);
  }

  #readRecord(file: ImportFile, { record, name, root }: SourceRecord): void {
    if (this.recipe.leaveOut?.brokenRows === true && !record.isReadable) {
      this.#leaveOut(record);
      return;
    }
    const value = this.#numbers.ofRow(() => record.value);
    const base = { root, name, file: stemOf(file.name), number: this.#number };
    const variables = { ...base, record: value, ...this.#joins.lookUp(record, base) };
    const isUnwanted =
      this.#unwanted === null ? null : this.#value(this.#unwanted, { record: value, variables }, record.path);
    if (isUnwanted !== null && typeof isUnwanted !== "boolean")
      record.fail(`true or false from ${this.#unwanted?.text} (${this.#unwanted?.place})`, describeValue(isUnwanted));
    if (isUnwanted === true) {
      this.#leaveOut(record);
      return;
    }
    const nested =
      this.#questions === null || !record.isObject
        ? null
        : this.#listOf(this.#questions, { record: value, variables }, record.path);
    if (nested === null) this.#readOne(record, variables);
    else this.#readNested(record, nested, variables);
  }

  /** Reads a record that is a question. */
  #readOne(record: RecordReader, variables: Variables): void {
    const [text] = this.#question.expression("text")?.fields ?? [];
    if (this.#questions !== null && text !== undefined && !this.#numbers.ofRow(() => record.has(text)))
      this.#numbers.ofRow(() =>
        record.fail(
          `a record with questions at ${this.#questions?.text}, or a question with the field '${text}'`,
          record.isObject ? "an object with neither" : undefined,
        ),
      );
    const video = this.#numbers.ofRow(() => this.#readVideo(record, variables, null));
    this.#readQuestion(record, video, { ...variables, video });
  }

  /** Reads the questions that a record holds, in a list or in fields. */
  #readNested(record: RecordReader, nested: unknown, variables: Variables): void {
    const { text, place, source } = this.#questions ?? {};
    const [textField] = this.#question.expression("text")?.fields ?? [];
    const at = record.at(typeof source === "string" ? source : "", nested);
    const isQuestion = at.isObject && textField !== undefined && at.has(textField);
    const holds = at.isObject && !isQuestion;
    const questions = isQuestion
      ? [[null, at] as const]
      : at.isObject
        ? at.members()
        : at.array(`a list of questions at ${text} (${place})`).map((question) => [null, question] as const);
    const video = this.#numbers.ofRow(() => this.#readVideo(record, variables, holds ? Object.keys(at.object()) : []));
    for (const [name, question] of questions)
      this.#readQuestion(question, video, { ...variables, video, ...(name !== null && { name }) });
  }

  #leaveOut(record: RecordReader): void {
    const message = `The record was left out: ${this.recipe.leaveOut?.because}`;
    this.#builder.oddities.add("LEFT_OUT", record.path, message);
  }

  #readQuestion(question: RecordReader, video: string | null, variables: Variables): void {
    this.#question.look(question);
    const within = this.#numbers.take(video ?? String(variables.file));
    const input = { record: question.value, variables: { ...variables, number: this.#number, within } };
    this.#number += 1;
    const named = this.#question.has("key")
      ? ownText(this.#fieldOf("key", input, question.path))
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
    const fields = this.#question;
    const own: Record<string, unknown> = { key: named, video };
    const evaluate: Evaluate = (expression) => this.#value(expression, input, question.path);
    const value = (field: string): unknown => fields.value(field, question.path, evaluate);
    const problems: ImportProblem[] = [];
    // Without a function for each field, because there are many questions.
    for (const part of this.#parts) {
      try {
        if (part === "required") fields.requireFields(question);
        else if (part === "answer") Object.assign(own, this.#choice(question, key, value));
        else if (part === "native") own.native = this.#native(question, key, input, evaluate);
        else own[part] = TEXTS.includes(part) ? ownText(value(part)) : value(part);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        problems.push(...error.problems);
        Object.assign(own, part === "answer" ? UNREADABLE.choice : { [part]: UNREADABLE[part] });
      }
    }
    try {
      const read = fields.atSource(question.path, () =>
        readOmnidexQuestion(this.#builder, this.#withTask(RecordReader.over(own, question.path), own, key)),
      );
      if (problems.length === 0) {
        fields.report(question.path, key, this.#builder, evaluate);
        return this.#chances.count(read);
      }
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      problems.push(...error.problems.filter(({ path }) => !problems.some((known) => known.path === path)));
    }
    throw ImportError.of(problems);
  }

  #choice(question: RecordReader, key: string, value: (field: string) => unknown): object {
    const answerFormat = value("answerFormat");
    const at = (field: string): RecordReader => this.#question.reader(field, question, value(field));
    return {
      answerFormat,
      ...ownChoice(key, this.#builder.oddities, {
        options: at("options"),
        answer: at("answer"),
        answerText: at("answerText"),
        answers: value("answers"),
        answerIs: this.recipe.question.answerIs,
        answerFormat,
      }),
    };
  }

  #native(question: RecordReader, key: string, { variables }: ExpressionInput, evaluate: Evaluate): object {
    // The fields of the video are in the same record, unless that holds several questions.
    const known = question.value === variables.record ? this.#known : [];
    return {
      ...this.#question.native(question, evaluate, this.#questions === null ? [] : known),
      ...this.#question.unknown(question, key, this.#builder, known),
    };
  }

  /** With the task by the paper's terms, if the benchmark's are known. The level of any other task is the recipe's word. */
  #withTask(at: RecordReader, own: Readonly<Record<string, unknown>>, key: string): RecordReader {
    const { tasks, oddities } = this.#builder;
    const [word, level] = [at.optional("task"), at.optional("level")];
    if (tasks.taxonomy !== null) {
      const stated = level?.oneOf(LEVELS);
      const task = tasks.add(at.field("task"), stated ?? "UNDERSTANDING", key);
      if (stated !== undefined && task.level !== stated) {
        const message = `The record says ${stated}, the paper's task "${task.name}" is ${task.level}; the record's was kept.`;
        oddities.add("LEVEL_DISAGREES", key, message);
      }
      return at.part({ ...own, task: task.slug, level: stated ?? task.level });
    }
    if (word !== null && level !== null && tasks.find(word.text()) === undefined)
      tasks.put({
        ...{ slug: slugOf(word), name: word.text(), level: level.oneOf(LEVELS), levelSource: "CURATED" },
        ...{ dominance: null, chance: null, metric: "accuracy" },
      });
    return at;
  }

  /**
   * The key of the video; null if the recipe has none, or the record names none.
   * @param holding the fields with questions; null if the record is a question
   */
  #readVideo(record: RecordReader, variables: Variables, holding: readonly string[] | null): string | null {
    const input = { record: record.value, variables };
    const evaluate: Evaluate = (expression) => this.#value(expression, input, record.path);
    this.#videos?.fields.look(record);
    return this.#videos?.read({ record, evaluate, holding }) ?? null;
  }

  #fieldOf(field: string, input: ExpressionInput, path: string): unknown {
    return this.#question.value(field, path, (expression) => this.#value(expression, input, path));
  }
}
