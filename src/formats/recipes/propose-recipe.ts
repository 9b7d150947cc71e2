import type { RecipeProposal } from "../../domain/recipe-proposal.ts";
import { counted } from "../../domain/texts.ts";
import { yamlText } from "../encoding/yaml.ts";
import type { ImportFile } from "../files/importer.ts";
import { NAMES } from "./field-names.ts";
import type { FieldProfile } from "./field-profile.ts";
import { Decisions } from "./proposal-decisions.ts";
import { type ProfiledSource, profileFiles } from "./proposal-source.ts";
import type { RecipeField } from "./recipe.ts";
import { type Part, type Parts, RecipeParts } from "./recipe-parts.ts";
import { type ProposalOrder, trialReading } from "./trial-reading.ts";

/**
 * Proposes a recipe for files, from the names and values of their fields alone. The proposed recipe is tried on all
 * records. What the files do not decide is a question of the proposal; the choices of the user answer it.
 * @throws {ImportError} for files whose questions cannot be found; `BAD_USER_INPUT` for a choice that does not fit
 */
export async function proposeRecipe(files: readonly ImportFile[], order: ProposalOrder): Promise<RecipeProposal> {
  const source = await profileFiles(files);
  const decisions = new Decisions(order.choices, source.fields);
  const parts = await new RecipeParts(files, source, decisions).build();
  return new ProposedRecipe(files, source, decisions, parts, order).proposal();
}

/** A recipe out of its parts, tried on the files. */
class ProposedRecipe {
  constructor(
    readonly files: readonly ImportFile[],
    readonly source: ProfiledSource,
    readonly decisions: Decisions,
    readonly parts: Parts,
    readonly order: ProposalOrder,
  ) {}

  async proposal(): Promise<RecipeProposal> {
    const { order, source, decisions, parts } = this;
    this.#askForBrokenRows();
    const trial = await trialReading(this.files, yamlText(this.#recipe(null)), order, source.questionCount);
    const unused = this.#unused;
    const outputs = unused.filter(({ plainName }) => NAMES.OUTPUT.test(plainName));
    const isDecided = decisions.undecided.length === 0;
    return {
      benchmark: order.benchmark,
      recipe: isDecided ? yamlText(this.#recipe(trial.tasks)) : null,
      mapping: this.#mapping(),
      undecided: decisions.undecided,
      samples: trial.samples.map((sample) => (this.#isAnswerDecided ? sample : { ...sample, answer: null })),
      unused: [...unused.map(({ path }) => path), ...source.unread.map(({ path }) => path)],
      questionCount: trial.questionCount,
      videoCount: trial.videoCount,
      tasks: trial.tasks.map(({ name, questionCount }) => ({ name, questionCount })),
      warnings: [
        ...outputs.map(
          ({ path }) => `${path} looks like the output of a model and is left out; 'omnidex submit' takes results.`,
        ),
        ...source.unread.map(
          ({ path, count }) => `${path} has no questions and is not read: ${counted(count, "element")}.`,
        ),
        ...source.moreQuestions.map(
          ({ path, count }) => `${path} has questions, too, and is not read: ${counted(count, "element")}.`,
        ),
        ...parts.notes,
        ...trial.warnings,
      ],
    };
  }

  get #isAnswerDecided(): boolean {
    return !this.decisions.undecided.some(({ answers }) =>
      answers.some(({ choice }) => choice === "answer" || choice === "answerIs" || choice === "options"),
    );
  }

  #askForBrokenRows(): void {
    const { count, first } = this.source.broken;
    if (count === 0 || this.decisions.value("brokenRows") !== undefined) return;
    this.decisions.ask(
      `${counted(count, "row")} cannot be read. ${count === 1 ? "Is it" : "Are they"} left out?`,
      `The first: ${first}`,
      [{ choice: "brokenRows", value: "LEAVE_OUT", means: "each is reported; otherwise correct the file" }],
    );
  }

  /** The fields that no part uses. Those within a used or unused field are not listed again. */
  get #unused(): readonly FieldProfile[] {
    const used = [...this.parts.question, ...this.parts.video].flatMap(([, , fields]) => fields);
    const isWithin = (inner: FieldProfile, outer: FieldProfile): boolean =>
      inner !== outer && inner.scope === outer.scope && outer.way.every((name, index) => inner.way[index] === name);
    const parents = this.source.fields.filter((field) => used.some((each) => isWithin(each, field)));
    return this.source.fields.filter(
      (field) =>
        !used.includes(field) &&
        !parents.includes(field) &&
        !this.source.fields.some((outer) => isWithin(field, outer) && !parents.includes(outer)),
    );
  }

  /** @param tasks null for the trial, which has one level for all */
  #recipe(tasks: readonly { readonly name: string }[] | null): object {
    const { source, decisions, order, parts } = this;
    const { level } = parts;
    const isListed = typeof level === "string" && tasks !== null && tasks.length <= MOST_LISTED;
    const constant = typeof level === "string" && !isListed ? { level: JSON.stringify(level) } : {};
    const plain = (all: readonly Part[]): Record<string, RecipeField> =>
      Object.fromEntries(all.map(([name, value]) => [name, value]));
    const kept = this.#unused.filter(({ scope, way }) => scope === "question" && way.length === 1);
    const outputs = kept.filter(({ plainName }) => NAMES.OUTPUT.test(plainName));
    return {
      recipe: 1,
      benchmark: { slug: order.benchmark, title: decisions.choices.title ?? titleOf(order.benchmark) },
      ...(source.records !== undefined && { records: source.records }),
      ...(source.questions !== undefined && { questions: source.questions }),
      ...(source.broken.count > 0 && { leaveOut: { brokenRows: true, because: "its cells cannot be told apart." } }),
      ...(parts.video.length > 0 && { video: plain(parts.video) }),
      question: {
        ...plain(parts.question),
        ...constant,
        ...(parts.answerIs !== undefined && { answerIs: parts.answerIs }),
        ...(outputs.length > 0 && { native: kept.filter((field) => !outputs.includes(field)).map(({ name }) => name) }),
      },
      ...(isListed && {
        tasks: tasks.map(({ name }) => ({ name, level, levelSource: "CURATED" })),
      }),
    };
  }

  #mapping(): RecipeProposal["mapping"] {
    const { parts, decisions, order } = this;
    const open = new Set<string>(decisions.undecided.flatMap(({ answers }) => answers.map(({ choice }) => choice)));
    const shown = (name: string, text: string): string => (open.has(name) ? `${text} (not decided)` : text);
    const line = (part: string, [name, value]: Part) => ({
      field: `${part}.${name}`,
      from: shown(
        part === "video" && name === "key" ? "video" : name,
        typeof value === "string" ? value : mapText(value),
      ),
    });
    return [
      { field: "benchmark.title", from: JSON.stringify(decisions.choices.title ?? titleOf(order.benchmark)) },
      ...parts.video.map((part) => line("video", part)),
      ...parts.question.map((part) => line("question", part)),
      ...(parts.answerIs === undefined
        ? []
        : [{ field: "question.answerIs", from: shown("answerIs", parts.answerIs) }]),
      ...(decisions.choices.level === undefined ? [] : [{ field: "level of all tasks", from: String(parts.level) }]),
    ];
  }
}

const mapText = ({ from, map }: Exclude<RecipeField, string>): string =>
  `${from} (${Object.entries(map)
    .map(([word, meaning]) => `${word}: ${meaning}`)
    .join(", ")})`;

/** The most tasks that a recipe lists, each with its level. */
const MOST_LISTED = 100;

/** `my-bench` is "my bench" until its author names it. */
const titleOf = (slug: string): string => slug.replaceAll("-", " ");
