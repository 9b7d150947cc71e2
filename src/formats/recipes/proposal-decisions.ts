import { badInput } from "../../domain/errors.ts";
import {
  type ClosedChoice,
  RECIPE_CHOICES,
  type RecipeChoice,
  type RecipeChoices,
  type UndecidedAnswer,
  type UndecidedQuestion,
} from "../../domain/recipe-proposal.ts";
import { plainText, valueText } from "../../domain/texts.ts";
import type { FieldProfile } from "./field-profile.ts";

/** No field, as the value of a choice. */
export const NO_FIELD = "none";

/** The choices of the user, and the questions that neither they nor the files decide. */
export class Decisions {
  readonly undecided: UndecidedQuestion[] = [];

  constructor(
    readonly choices: RecipeChoices,
    readonly fields: readonly FieldProfile[],
  ) {}

  ask(question: string, because: string, answers: readonly UndecidedAnswer[]): void {
    this.undecided.push({ question, because, answers });
  }

  /**
   * The field that the user has chosen; undefined if the user has not chosen, null for no field.
   * @throws `BAD_USER_INPUT` for a name that no field has, or several have
   */
  chosen(choice: RecipeChoice): FieldProfile | null | undefined {
    const named = this.choices[choice];
    if (named === undefined) return undefined;
    const found = this.fields.filter(({ path }) => path === named);
    const byName = found.length > 0 ? found : this.fields.filter(({ name }) => name === named);
    const [field, ...others] = byName;
    if (field === undefined && named === NO_FIELD) return null;
    const { flag } = RECIPE_CHOICES[choice];
    if (field === undefined)
      throw badInput(
        `${flag}: the records have no field '${named.slice(0, 80)}'. Their fields: ${listed(this.fields)}.`,
        { choice },
      );
    if (others.length > 0)
      throw badInput(
        `${flag}: several fields are called '${named.slice(0, 80)}': ${listed(byName)}. Give one of these paths.`,
        { choice },
      );
    return field;
  }

  /** A value out of a closed list; undefined if the user has not chosen. @throws `BAD_USER_INPUT` for another value */
  value<Name extends ClosedChoice>(choice: Name): (typeof RECIPE_CHOICES)[Name]["values"][number] | undefined {
    const given = this.choices[choice];
    if (given === undefined) return undefined;
    const { flag, values }: { readonly flag: string; readonly values: readonly string[] } = RECIPE_CHOICES[choice];
    const found = values.find((each) => each === given.toUpperCase().replaceAll("-", "_"));
    if (found === undefined)
      throw badInput(`${flag} must be one of ${values.join(", ")}; got '${given.slice(0, 80)}'.`, { choice });
    return found as (typeof RECIPE_CHOICES)[Name]["values"][number];
  }

  /** Asks which of some fields it is. Returns the first. */
  askField(
    choice: RecipeChoice,
    fields: readonly FieldProfile[],
    question: string,
    because: string,
  ): FieldProfile | null {
    this.ask(
      question,
      because,
      fields.slice(0, MOST_ANSWERS).map((field) => fieldAnswer(choice, field)),
    );
    return fields[0] ?? null;
  }
}

/** The most fields that are offered. */
const MOST_ANSWERS = 10;

export const fieldAnswer = (choice: RecipeChoice, field: FieldProfile): UndecidedAnswer => ({
  choice,
  value: field.scope === "question" && field.way.length === 1 ? field.name : field.path,
  means: exampleOf(field),
});

function exampleOf({ words, examples }: FieldProfile): string {
  if (words !== null && words.size <= 6)
    return `the words ${[...words.keys()].map((word) => plainText(word).slice(0, 40)).join(", ")}`;
  return `such as ${JSON.stringify(plainText(valueText(examples[0])).slice(0, 80))}`;
}

const listed = (fields: readonly FieldProfile[]): string =>
  fields
    .slice(0, 30)
    .map(({ path }) => path.slice(0, 80))
    .join(", ") || "none";
