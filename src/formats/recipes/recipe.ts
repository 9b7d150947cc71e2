import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Document, LineCounter, parseDocument } from "yaml";
import schema from "../../../data/recipe.schema.json" with { type: "json" };
import type { ImportTask, OddityCode } from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";
import type { QuestionFlag } from "../../domain/question-flags.ts";
import { readText } from "../files/file-kind.ts";
import type { ImportFile } from "../files/importer.ts";

/** A jq expression over a record, or a map of the words that it gives. */
export type RecipeField =
  | string
  | { readonly from: string; readonly map: Readonly<Record<string, unknown>>; readonly else?: unknown };

/** What is kept of a record unchanged. */
type RecipeNative = string | readonly string[];

/** What is said of the records of a question or a video, besides their fields. */
interface RecipeRemarks {
  readonly native?: RecipeNative;
  /** Fields that are left out. With this list, all fields that the recipe does not know are kept in `native` and reported. */
  readonly ignored?: readonly string[];
  /** Fields of the record that must have a value. */
  readonly required?: readonly string[];
  /** Expressions that give a sentence for an oddity of the record, by code. */
  readonly report?: Readonly<Partial<Record<OddityCode, string>>>;
}

type Fields<Name extends string> = Readonly<Partial<Record<Name, RecipeField>>> & RecipeRemarks;

/** What a recipe says of a video. */
export type RecipeVideo = Fields<
  "key" | "category" | "durationSeconds" | "durationLabel" | "url" | "subset" | "audioTypes" | "caption"
>;

/** What a recipe says of a question. */
export type RecipeQuestion = Fields<
  | (
      | "key"
      | "text"
      | "options"
      | "answer"
      | "answerText"
      | "answers"
      | "answerFormat"
      | "task"
      | "level"
      | "audioTypes"
    )
  | ("subset" | "group" | "reasoningSteps" | "media" | QuestionFlag)
> & { readonly answerIs?: AnswerNaming };

/** What names the right option. */
export type AnswerNaming = "LABEL" | "TEXT" | "POSITION_FROM_0" | "POSITION_FROM_1";

/** Records of another file, which are found by key. */
export interface RecipeJoin {
  readonly file: string;
  readonly records?: string;
  readonly key: string;
  readonly by: string;
}

/** How a model's result file gives its rows: jq expressions over a row. */
export type RecipeResults = Readonly<
  Partial<Record<"records" | "key" | "text" | "video" | "options" | "error" | "model", string>>
> & { readonly response: string };

/** How the records of a benchmark's files give its videos and questions: see `data/recipe.schema.json` and docs/recipes.md. */
export interface Recipe {
  readonly benchmark: {
    readonly slug: string;
    readonly title: string;
    readonly description?: string;
    readonly license?: string;
    readonly homepage?: string;
  };
  readonly source?: string;
  readonly hub?: { readonly dataset: string; readonly revision?: string; readonly files?: readonly string[] };
  readonly functions?: string;
  readonly files?: string | readonly string[];
  readonly records?: string;
  readonly questions?: string;
  readonly join?: Readonly<Record<string, RecipeJoin>>;
  readonly leaveOut?: { readonly brokenRows?: boolean; readonly where?: string; readonly because: string };
  readonly question: RecipeQuestion;
  readonly video?: RecipeVideo;
  readonly results?: RecipeResults;
  readonly tasks?: readonly (Pick<ImportTask, "name" | "level"> & Partial<ImportTask>)[];
}

/** Whether a file is a recipe: YAML, with the field `recipe` at its beginning. */
export const isRecipeFile = (file: ImportFile): boolean =>
  /\.ya?ml$/i.test(file.name) && /^recipe:/m.test(readText(file));

const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile<Recipe>(schema);

/**
 * Reads a recipe.
 * @throws {ImportError} with all its problems, each with its line
 */
export function parseRecipe(file: ImportFile): Recipe {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined)
    throw new ImportError(
      `${file.name}: line ${lines.linePos(error.pos[0]).line}`,
      "YAML, with quotes around an expression that begins with [ { \" | & * % or has ': ' or ' #' in it",
      error.message,
    );
  const recipe = plainValue(document, file.name);
  if (validate(recipe)) return recipe;
  const lineOf = (way: readonly string[]): number => {
    const node = document.getIn(way, true) as { readonly range?: readonly number[] } | undefined;
    return node?.range === undefined
      ? way.length === 0
        ? 1
        : lineOf(way.slice(0, -1))
      : lines.linePos(node.range[0] ?? 0).line;
  };
  const errors = validate.errors ?? [];
  const problems = (errors.some(isTelling) ? errors.filter(isTelling) : errors.slice(0, 1)).map((problem) => {
    const way = problem.instancePath
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const { expected, found } = inWords(problem);
    return {
      path: `${file.name}: line ${lineOf(way)}`,
      key: null,
      field: way.join(".") || null,
      expected,
      found,
      message: `Expected ${expected}, found ${found}.`,
    };
  });
  throw ImportError.of(problems);
}

/** @throws {ImportError} for aliases, which may expand to gigabytes or contain themselves; a recipe needs none */
function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new ImportError(name, "YAML without aliases (*name): each value written out", error.message);
  }
}

/** Leaves out what only repeats another problem: that no branch, or not just one, of an alternative fits. */
const isTelling = ({ keyword }: ErrorObject): boolean =>
  keyword !== "oneOf" && keyword !== "not" && keyword !== "propertyNames";

function inWords({ keyword, params, data, message = "" }: ErrorObject): {
  readonly expected: string;
  readonly found: string;
} {
  const found =
    data === null || typeof data !== "object" ? JSON.stringify(data) : Array.isArray(data) ? "a list" : "an object";
  switch (keyword) {
    case "required":
      return { expected: `a field '${params.missingProperty}'`, found: "none" };
    case "additionalProperties":
      return { expected: "a field that a recipe has", found: `'${params.additionalProperty}'` };
    case "enum":
      return { expected: `one of ${params.allowedValues.join(", ")}`, found };
    case "const":
      return { expected: JSON.stringify(params.allowedValue), found };
    case "not":
      return { expected: "a name that is not one of record, root, file, number, within", found };
    case "type":
      return {
        expected: `a value of type ${params.type}`,
        found: typeof data === "object" && data !== null ? `${found}; an expression with { or [ needs quotes` : found,
      };
    default:
      return { expected: message.replace(/^must /, "a value that must "), found };
  }
}
