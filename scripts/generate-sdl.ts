import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSchema, validateSchema } from "graphql";
import { argumentAccess, fieldAccess, inputAccess, mutationAccess } from "../src/server/graphql/access-rules.ts";
import { undescribed } from "./undescribed.ts";

/** All files of `schema/` as one document, in the order of their names. */
export async function readSdl(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".graphql")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text) => text.trim()).join("\n\n");
}

/**
 * The SDL as a module, so that a bundled server needs no files beside it.
 *
 * @throws if the SDL is not a valid schema, or a part of it has no description or no rule of access
 */
export async function generateSdlModule(folder: string): Promise<string> {
  const sdl = await readSdl(folder);
  const schema = buildSchema(sdl);
  const faults = validateSchema(schema);
  if (faults.length > 0) throw new Error(`The SDL is not valid: ${faults.map((fault) => fault.message).join(" ")}`);
  const missing = undescribed(schema);
  if (missing.length > 0) throw new Error(`The SDL has no description for ${missing.join(", ")}.`);
  // These throw for a part without a rule.
  for (const rulesOf of [fieldAccess, argumentAccess, inputAccess, mutationAccess]) rulesOf(schema);
  const literal = sdl.replace(/[\\`]|\$\{/g, (special) => `\\${special}`);
  return `/** The whole SDL: every file of \`schema/\`, in the order of their names. */\nexport const typeDefs = \`${literal}\n\`;\n`;
}
