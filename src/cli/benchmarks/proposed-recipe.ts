import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { badInput, type OmnidexError } from "../../domain/errors.ts";
import {
  optionText,
  RECIPE_CHOICE_NAMES,
  RECIPE_CHOICES,
  type RecipeChoice,
  type RecipeChoices,
  type RecipeProposal,
  type UndecidedAnswer,
} from "../../domain/recipe-proposal.ts";
import { plainText } from "../../domain/texts.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import { isRecipeFile } from "../../formats/recipes/recipe.ts";
import { DiskFile } from "../../server/workers/line-spool.ts";
import { writeWhole } from "../output/output-file.ts";
import { complain, printJson, printLine } from "../output/printing.ts";
import { missingFile, UsageError } from "../output/usage-error.ts";
import { formatProposal } from "./print-proposal.ts";

/** The options of `import` about recipes. */
export interface RecipeOptions {
  /** The path of a recipe. */
  readonly recipe?: string;
  /** Whether to take the proposed recipe without asking. */
  readonly yes?: boolean;
  /** The path to which the proposed recipe is written. */
  readonly saveRecipe?: string;
  readonly json?: boolean;
  readonly choices: RecipeChoices;
}

/**
 * The files of an import, with the recipe that reads them: the one that the user names, or one that is proposed and that the
 * user accepts. Files that need none are returned alone.
 * @throws `BAD_USER_INPUT` if something is undecided, or the user cannot be asked or does not accept
 */
export async function withRecipe(
  benchmark: string,
  files: readonly ImportFile[],
  options: RecipeOptions,
): Promise<readonly ImportFile[]> {
  if (options.recipe !== undefined) {
    requireNoChoices(options, "--recipe has one");
    return [...files, await recipeAt(options.recipe)];
  }
  const proposal = await proposed(benchmark, files, options);
  if (proposal === null) {
    requireNoChoices(options, "these files need none");
    return files;
  }
  const bytes = new TextEncoder().encode(proposal);
  if (options.saveRecipe !== undefined) await writeWhole(options.saveRecipe, proposal);
  return [...files, { name: `${benchmark}.yaml`, bytes }];
}

/** Refuses options that would be ignored. */
function requireNoChoices({ choices, saveRecipe }: RecipeOptions, because: string): void {
  const given = [
    ...(saveRecipe === undefined ? [] : ["--save-recipe"]),
    ...RECIPE_CHOICE_NAMES.filter((name) => choices[name] !== undefined).map((name) => RECIPE_CHOICES[name].flag),
  ];
  if (given.length > 0) throw new UsageError(`${given.join(", ")}: for a proposed recipe only, and ${because}.`);
}

/** The recipe at a path. @throws {UsageError} for a missing file, and for any other file */
export async function recipeAt(path: string): Promise<ImportFile> {
  if ((await stat(path).catch(() => null)) === null) throw missingFile(path);
  const file = new DiskFile(basename(path), path);
  if (isRecipeFile(file)) return file;
  throw new UsageError(`'${path}' is not a recipe: a YAML file (.yaml) with the line 'recipe: 1'.`);
}

/** The recipe as YAML, once it is accepted; null for files that need none. */
async function proposed(
  benchmark: string,
  files: readonly ImportFile[],
  { yes = false, json = false, choices }: RecipeOptions,
): Promise<string | null> {
  const { proposeHere } = await import("../../server/workers/propose-files.ts");
  const propose = (decided: RecipeChoices) => proposeHere(benchmark, files, decided);
  const first = await propose(choices);
  if (first === null) return null;
  const isAsked = !yes && !json && process.stdin.isTTY === true && process.stderr.isTTY === true;
  if (json && (first.recipe === null || !yes)) await printJson({ ok: false, proposal: first });
  if (!json) await printLine(formatProposal(first));
  if (isAsked) return askAbout(first, choices, propose);
  if (first.recipe === null) throw undecided(first);
  if (!yes) throw badInput("Nothing was imported. --yes imports with the proposed recipe; --save-recipe keeps it.");
  return first.recipe;
}

/** Asks what is undecided, one question after the other, and then for consent. */
async function askAbout(
  first: RecipeProposal,
  choices: RecipeChoices,
  propose: (choices: RecipeChoices) => Promise<RecipeProposal | null>,
): Promise<string> {
  const { ask } = await import("../output/terminal-prompts.ts");
  let [proposal, decided, isNew] = [first, choices, false];
  for (let [open] = proposal.undecided; open !== undefined; [open] = proposal.undecided) {
    complain(["", plainText(open.question), plainText(open.because), ...open.answers.map(answerLine)].join("\n"));
    const answer = open.answers[Number(await ask("The number of the answer", "leave")) - 1];
    if (answer === undefined) throw undecided(proposal);
    decided = { ...decided, [answer.choice]: answer.value };
    proposal = (await propose(decided)) ?? proposal;
    isNew = true;
  }
  if (isNew) await printLine(`\n${formatProposal(proposal)}`);
  if (proposal.recipe !== null && /^y(es)?$/i.test(await ask("Import with this recipe? yes or no", "no")))
    return proposal.recipe;
  throw badInput("Nothing was imported.");
}

const answerLine = ({ value, means }: UndecidedAnswer, index: number): string =>
  `  ${index + 1}  ${plainText(value)}: ${plainText(means)}`;

const undecided = (proposal: RecipeProposal): OmnidexError =>
  badInput(
    `Nothing was imported, because the files do not decide everything. ${proposal.undecided
      .map(({ question, answers }) => `${question} (${answers.map(optionText).join(", or ") || "correct the files"})`)
      .join(" ")}`,
    { undecided: proposal.undecided },
  );

/** The choices among the options of a command line. */
export const choicesIn = (options: Readonly<Record<string, unknown>>): RecipeChoices =>
  Object.fromEntries(
    RECIPE_CHOICE_NAMES.flatMap((name) => {
      const value = options[attributeOf(name)];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );

/** The name that commander gives to the option of a choice: `--answer-is` is `answerIs`. */
const attributeOf = (choice: RecipeChoice): string =>
  RECIPE_CHOICES[choice].flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
