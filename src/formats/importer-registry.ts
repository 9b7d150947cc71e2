import { ImportError } from "../domain/import-error.ts";
import { readAviBench } from "./avi-bench/avi-bench-importer.ts";
import type { ImportFile, ImportReader } from "./files/importer.ts";
import { describeForeign } from "./foreign-file.ts";
import { isOmnidexFile, omnidexReader } from "./omnidex/omnidex-importer.ts";
import { isRecipeFile } from "./recipes/recipe.ts";
import { recipeReader } from "./recipes/recipe-reader.ts";

/** The benchmarks whose files are read by code, because a record of theirs depends on others. */
const READERS: ReadonlyMap<string, ImportReader> = new Map([["avi-bench", readAviBench]]);

/**
 * The reader for a benchmark's slug. Files that come with a recipe are read as it says, for every slug. A file in Omnidex's
 * own format is accepted for every slug, and must name that slug. Other files are read by the benchmark's own reader, else
 * by its built-in recipe. If the first file is not one of the benchmark's but is recognized, the error says this once, in
 * place of the problems of its records.
 * @param builtIn the recipe of `data/recipes` for this slug; null if there is none
 */
export function readerOf(slug: string, builtIn: ImportFile | null = null): ImportReader {
  const read = plainReaderOf(slug, builtIn);
  return (files, records) => {
    const [recipe, ...others] = files.filter(isRecipeFile);
    if (recipe === undefined) return read(files, records);
    if (others.length > 0)
      throw new ImportError("files", "one recipe", [recipe, ...others].map(({ name }) => name).join(", "));
    return recipeReader(recipe, slug)(
      files.filter((file) => file !== recipe),
      records,
    );
  };
}

function plainReaderOf(slug: string, builtIn: ImportFile | null): ImportReader {
  const own = omnidexReader(slug);
  const official = READERS.get(slug) ?? (builtIn === null ? undefined : recipeReader(builtIn, slug));
  const read: ImportReader =
    official === undefined
      ? own
      : (files, records) => (isOmnidexFile(files) ? own(files, records) : official(files, records));
  return async (files, records) => {
    try {
      return await read(files, records);
    } catch (error) {
      const [file] = files;
      const found = error instanceof ImportError && file !== undefined ? await describeForeign(file, slug) : null;
      if (file === undefined || found === null) throw error;
      throw new ImportError(file.name, official === undefined ? OWN_FORMAT : `a file of ${slug}`, found);
    }
  };
}

const OWN_FORMAT = "one JSON object in Omnidex's own format, with a 'benchmark'";

/** Whether the files of a benchmark are read without a recipe of the user's, whatever they hold. */
export const hasReader = (slug: string): boolean => READERS.has(slug);

/** Whether the files of a benchmark without a reader can be read only with a recipe: they are not in Omnidex's own format. */
export const needsRecipe = (files: readonly ImportFile[]): boolean =>
  !files.some(isRecipeFile) && !isOmnidexFile(files);
