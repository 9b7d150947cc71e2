import { gathering, type Importer, type ImportReader } from "../../src/formats/files/importer.ts";
import { readerOf as readerWith } from "../../src/formats/importer-registry.ts";
import { builtInRecipe } from "../../src/server/workers/unpacked-files.ts";

/** The reader of a benchmark's files, with its built-in recipe, as the server and the CLI read them. */
export const readerOf = (slug: string): ImportReader => readerWith(slug, builtInRecipe(slug));

/** The importer of a benchmark's files, which gathers the records of its reader in a batch. */
export const importerOf = (slug: string): Importer => gathering(readerOf(slug));
