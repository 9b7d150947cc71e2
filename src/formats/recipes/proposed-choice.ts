import { badInput } from "../../domain/errors.ts";
import { ImportError } from "../../domain/import-error.ts";
import { RECIPE_CHOICES } from "../../domain/recipe-proposal.ts";
import { plainText, valueText } from "../../domain/texts.ts";
import { OddityLog } from "../batch/oddities.ts";
import type { RecordReader } from "../files/record-reader.ts";
import { firstNamed, NAMES, optionColumns } from "./field-names.ts";
import type { FieldProfile } from "./field-profile.ts";
import { type Decisions, fieldAnswer } from "./proposal-decisions.ts";
import type { ProfiledSource } from "./proposal-source.ts";
import type { AnswerNaming } from "./recipe.ts";
import { type ExpressionInput, RecipeExpression } from "./recipe-expression.ts";
import { ownChoice } from "./recipe-values.ts";

/** An expression of the proposed recipe, and the fields that it reads. */
export interface ProposedExpression {
  readonly text: string;
  readonly fields: readonly FieldProfile[];
}

export const ofField = (field: FieldProfile, text = field.path): ProposedExpression => ({ text, fields: [field] });

/** The options of a question: one field, or columns with an option each; null without any. */
export function proposedOptions(
  { fields, questionCount }: ProfiledSource,
  decisions: Decisions,
  hasAnswer: (besides: readonly FieldProfile[]) => boolean,
): ProposedExpression | null {
  const chosen = decisions.chosen("options");
  const own = fields.filter(({ scope }) => scope !== "root");
  if (chosen === null) return null;
  if (chosen !== undefined) return chosenOptions(chosen, own, questionCount);
  const named = own.flatMap((field) => (NAMES.OPTIONS.test(field.plainName) ? (optionsOf(field) ?? []) : []));
  const groups = optionColumns(own).filter((group) => !MAYBE_ANSWER.test(group[0]?.name ?? "") || hasAnswer(group));
  const columns = groups.map((group) => ({ text: columnsText(group, questionCount), fields: group }));
  const [first, ...others] =
    named.length > 0 ? named : columns.filter(({ fields: [field] }) => !MAYBE_ANSWER.test(field?.name ?? ""));
  if (first === undefined) return columns[0] ?? null;
  if (others.length > 0 && named.length > 0)
    decisions.askField(
      "options",
      named.flatMap((each) => each.fields),
      "Which field has the options?",
      "Several are called so.",
    );
  return first;
}

/** Columns of options, or of several answers: `ans_1`, `a1`. */
const MAYBE_ANSWER = /^a(ns|_?\d)/i;

/** @throws `BAD_USER_INPUT` for a field without a list of options */
function chosenOptions(
  field: FieldProfile,
  fields: readonly FieldProfile[],
  questionCount: number,
): ProposedExpression {
  const options = optionsOf(field);
  if (options !== null) return options;
  const group = optionColumns(fields).find((columns) => columns.includes(field));
  if (group !== undefined) return { text: columnsText(group, questionCount), fields: group };
  throw badInput(
    `${RECIPE_CHOICES.options.flag}: '${field.name}' has no list of options, and is no column of a series such as option_1, option_2. A recipe can name any columns: options: "[.a, .b]".`,
    { choice: "options" },
  );
}

/** A list, or null for a question without options where some have none. */
const columnsText = (group: readonly FieldProfile[], questions: number): string => {
  const list = `[${group.map(({ path }) => path).join(", ")}]`;
  return (group[0]?.count ?? 0) === questions ? list : `${list} | if all(. == null) then null else . end`;
};

/** How a text holds several options, and the expression that divides it. */
const DIVISIONS: readonly (readonly [RegExp, string])[] = [
  [/\s*\n+\s*/, '[splits("\\\\s*\\n+\\\\s*")]'],
  [/\s+(?=\(?[B-Z][.):]\s)/, '[splits("\\\\s+(?=[(]?[B-Z][.):]\\\\s)")]'],
  [/\s*\|\s*/, '[splits("\\\\s*[|]\\\\s*")]'],
  [/\s*;\s*/, '[splits("\\\\s*;\\\\s*")]'],
];

/** The options in one field; null if it holds none that can be read. */
function optionsOf(field: FieldProfile): ProposedExpression | null {
  if (field.lists > 0 && field.tables === field.lists) {
    const [element] = field.examples.flat();
    const name = ["text", "content", "option", "value"].find((each) => Object.hasOwn(element ?? {}, each));
    return name === undefined ? null : ofField(field, `${field.path} | map(.${name})`);
  }
  if (field.isCollection) return ofField(field);
  if (!field.isText) return null;
  const found = DIVISIONS.find(([pattern]) =>
    field.examples.every((text) => String(text).trim().split(pattern).length > 1),
  );
  return found === undefined ? null : ofField(field, `${field.path} | ${found[1]}`);
}

/** The fields that may have the answer, the surest first. */
export function answerCandidates(
  fields: readonly FieldProfile[],
  besides: readonly FieldProfile[],
): readonly FieldProfile[] {
  const free = fields.filter((field) => field.scope !== "root" && field.way.length <= 2 && !besides.includes(field));
  return NAMES.ANSWER.flatMap((names) => firstNamed(free, [names])).filter(({ tables }) => tables === 0);
}

/** What names the right option. */
const PLAIN_NAMINGS = ["LABEL", "TEXT", "POSITION_FROM_0", "POSITION_FROM_1"] as const;
/** A text or a label, as a recipe without `answerIs` reads it; several labels in one text. Taken if no other fits. */
const OTHER_NAMINGS = ["TEXT_OR_LABEL", "LABELS"] as const;
const NAMINGS = [...PLAIN_NAMINGS, ...OTHER_NAMINGS] as const;
type Naming = (typeof NAMINGS)[number];
const isPlain = (naming: Naming): boolean => PLAIN_NAMINGS.some((each) => each === naming);

/** A way to read the answers: from which field, and what they name. */
class AnswerReading {
  readonly expression: RecipeExpression;
  readonly text: string;
  read = 0;
  /** Whether too few answers could be read to go on. */
  isOver = false;
  /** The right answer of the current question; null if it cannot be read. */
  current: string | null = null;

  constructor(
    readonly field: FieldProfile,
    readonly naming: Naming,
  ) {
    this.text = naming === "LABELS" ? `${field.path} | [splits("\\\\s*[,;/]\\\\s*")]` : field.path;
    this.expression = new RecipeExpression(this.text, "answer", VARIABLES);
  }

  get answerIs(): AnswerNaming | undefined {
    return this.naming === "TEXT_OR_LABEL" ? undefined : this.naming === "LABELS" ? "LABEL" : this.naming;
  }
}

const VARIABLES = ["record", "root", "file", "name"] as const;
/** After so many questions, a reading that fails for most of them ends. */
const TRIED = 200;

/** Tries all readings of the answers, over all questions. */
export class AnswerSurvey {
  readonly #readings: readonly AnswerReading[];
  readonly #options: RecipeExpression;
  /** Pairs of readings that differ, with an example of what each takes as the answer. */
  readonly #differing = new Map<string, readonly [answer: string, first: string, second: string]>();
  #questions = 0;

  constructor(options: ProposedExpression, answers: readonly FieldProfile[], answerIs: AnswerNaming | undefined) {
    this.#options = new RecipeExpression(options.text, "options", VARIABLES);
    const namings = answerIs === undefined ? NAMINGS : [answerIs];
    this.#readings = answers.flatMap((field) => namings.map((naming) => new AnswerReading(field, naming)));
  }

  add(question: RecordReader, input: ExpressionInput): void {
    const options = unlessBroken(() => this.#options.value(input, question.path));
    if (options === null || options === undefined) return;
    this.#questions += 1;
    for (const reading of this.#readings) {
      if (reading.isOver) continue;
      reading.current = read(question, options, reading, input);
      if (reading.current !== null) reading.read += 1;
      else if (this.#questions > TRIED && reading.read < this.#questions / 2) reading.isOver = true;
    }
    this.#compare(input);
  }

  #compare(input: ExpressionInput): void {
    const live = this.#readings.filter(({ isOver, current }) => !isOver && current !== null);
    for (const [index, first] of live.entries())
      for (const second of live.slice(index + 1)) {
        const pair = pairOf(first, second);
        if (first.current === second.current || this.#differing.has(pair)) continue;
        const written = valueText(unlessBroken(() => first.expression.value(input, "")));
        this.#differing.set(pair, [written, first.current ?? "", second.current ?? ""]);
      }
  }

  /** The reading of the answers. What is uncertain is asked. Null if no answer could be read. */
  decide(decisions: Decisions): AnswerReading | null {
    const best = Math.max(0, ...this.#readings.map(({ read }) => read));
    if (best === 0) return null;
    const least = best === this.#questions ? best : best * 0.99;
    const live = this.#readings
      .filter(({ read, isOver }) => !isOver && read >= least)
      .filter(({ naming }, _, all) => isPlain(naming) || !all.some((each) => isPlain(each.naming)));
    const [first] = live;
    if (first === undefined) return null;
    const namings = live.filter(({ field }) => field === first.field);
    const different = namings.filter((each, index) =>
      namings.slice(0, index).every((before) => this.#differ(before, each)),
    );
    // A second field, such as the text of the answer beside its position, may decide.
    const others = live.filter(({ field }) => field !== first.field);
    const supported = different.filter((each) => others.some((other) => !this.#differ(each, other)));
    if (others.length > 0 && supported.length === 0)
      decisions.askField(
        "answer",
        [...new Set(live.map(({ field }) => field))],
        "Which field has the right answer?",
        "They name different options.",
      );
    const possible = supported.length > 0 ? supported : different;
    if (possible.length > 1) this.#askNaming(possible, decisions);
    return possible[0] ?? first;
  }

  #differ(first: AnswerReading, second: AnswerReading): boolean {
    return this.#differing.has(pairOf(first, second)) || this.#differing.has(pairOf(second, first));
  }

  #askNaming(readings: readonly AnswerReading[], decisions: Decisions): void {
    const [first] = readings;
    if (first === undefined) return;
    const [written = ""] = readings.slice(1).flatMap((each) => this.#differing.get(pairOf(first, each)) ?? []);
    decisions.ask(
      `What does an answer such as ${JSON.stringify(plainText(written).slice(0, 40))} in '${first.field.name}' name?`,
      "All answers can be read in each of these ways, and they give different options.",
      readings.map((reading) => ({
        choice: "answerIs",
        value: reading.naming,
        means: `${WORDS[reading.naming]}${this.#exampleOf(reading, readings)}`,
      })),
    );
  }

  #exampleOf(reading: AnswerReading, readings: readonly AnswerReading[]): string {
    for (const other of readings) {
      const before = this.#differing.get(pairOf(other, reading));
      const after = this.#differing.get(pairOf(reading, other));
      const taken = before?.[2] ?? after?.[1];
      const written = (before ?? after)?.[0];
      if (taken !== undefined)
        return `; ${JSON.stringify(plainText(written ?? "").slice(0, 40))} is then ${JSON.stringify(plainText(taken).slice(0, 60))}`;
    }
    return "";
  }

  /** How many of the questions with options have an answer that names one of them. */
  get counts(): { readonly questions: number; readonly read: number } {
    return { questions: this.#questions, read: Math.max(0, ...this.#readings.map(({ read }) => read)) };
  }
}

const WORDS: Readonly<Record<Naming, string>> = {
  LABEL: "the label of the option",
  TEXT: "the text of the option",
  POSITION_FROM_0: "its position, where the first option is 0",
  POSITION_FROM_1: "its position, where the first option is 1",
  TEXT_OR_LABEL: "the text of the option, or its label",
  LABELS: "the labels of several options",
};

const pairOf = (first: AnswerReading, second: AnswerReading): string =>
  JSON.stringify([first.field.path, first.naming, second.field.path, second.naming]);

/** The text of the right option; null if the answer cannot be read so. */
function read(
  question: RecordReader,
  options: unknown,
  { expression, answerIs }: AnswerReading,
  input: ExpressionInput,
): string | null {
  return unlessBroken(() => {
    const answer = expression.value(input, question.path);
    if (answer === null) return null;
    const own = ownChoice("", new OddityLog(), {
      options: question.part(options),
      answer: question.part(answer),
      answerText: question.part(null),
      answers: null,
      answerFormat: null,
      answerIs,
    }) as {
      readonly options: readonly string[];
      readonly answer: { readonly position: number } | readonly number[];
    };
    const positions = Array.isArray(own.answer) ? own.answer : [(own.answer as { readonly position: number }).position];
    return positions.map((position: number) => own.options[position] ?? "").join("; ");
  });
}

function unlessBroken<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof ImportError) return null;
    throw error;
  }
}

/** The fields with answers where no name says so: short values that are no vocabulary of the file's description. */
export const answerQuestion = (decisions: Decisions, fields: readonly FieldProfile[]): void =>
  decisions.ask(
    "Which field has the right answer?",
    "No field is called so.",
    fields.slice(0, 10).map((field) => fieldAnswer("answer", field)),
  );
