import { ImportError } from "../../domain/import-error.ts";
import type { RecipeChoices, RecipeProposal } from "../../domain/recipe-proposal.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import { describeForeign } from "../../formats/foreign-file.ts";
import { hasReader, needsRecipe } from "../../formats/importer-registry.ts";
import { proposeRecipe } from "../../formats/recipes/propose-recipe.ts";
import { renderPrompt } from "../../prompts/template-registry.ts";
import { builtInRecipe, withUnpackedFiles } from "./unpacked-files.ts";

/**
 * Proposes a recipe for the files of an import. Null for files that are read without one.
 * @throws {ImportError} for files in which no questions are found
 */
export type Proposer = (
  benchmark: string,
  files: readonly ImportFile[],
  choices: RecipeChoices,
) => Promise<RecipeProposal | null>;

/** Proposes in this process: for a command, whose files are its user's own. A server proposes with `proposeApart`. */
export const proposeHere: Proposer = async (benchmark, files, choices) => {
  if (hasReader(benchmark) || builtInRecipe(benchmark) !== null) return null;
  return withUnpackedFiles(files, async (plain) => {
    if (!needsRecipe(plain)) return null;
    const [file] = plain;
    const foreign = file === undefined ? null : await describeForeign(file, benchmark);
    try {
      const proposal = await proposeRecipe(plain, {
        benchmark,
        choices,
        prompt: (question) => renderPrompt({ benchmark, ...question }, null),
      });
      if (file === undefined || foreign === null) return proposal;
      if (!proposal.mapping.some(({ field }) => /^question\.answers?$/.test(field))) throw notQuestions(file, foreign);
      return { ...proposal, warnings: [`${file.name} is ${foreign}.`, ...proposal.warnings] };
    } catch (error) {
      throw error instanceof ImportError && file !== undefined && foreign !== null
        ? notQuestions(file, foreign)
        : error;
    }
  });
};

const notQuestions = ({ name }: ImportFile, found: string): ImportError =>
  new ImportError(name, "questions with their answers", found);
