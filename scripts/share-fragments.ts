import { type DefinitionNode, Kind, parse, print, stripIgnoredCharacters } from "graphql";

/** A document in what codegen writes; one of a single fragment has a second argument, its name. */
const DOCUMENT = /^export const (\w+) = \/\*#__PURE__\*\/ new TypedDocumentString\(`([^`]*)`(, .*?)?\)( as .*;)$/gm;

const compact = (definition: DefinitionNode): string => stripIgnoredCharacters(print(definition));
const nameOf = (definition: DefinitionNode): string =>
  definition.kind === Kind.FRAGMENT_DEFINITION ? `FRAGMENT_${definition.name.value}` : "";

/**
 * Writes each fragment of codegen's documents once, and without white space: codegen repeats its whole text in every
 * document that spreads it, and the package that they go into must be small.
 */
export function shareFragments(module: string): string {
  const fragments = new Map<string, string>();
  const documents: string[] = [];
  for (const [, name = "", text = "", isFragment, type = ""] of module.matchAll(DOCUMENT)) {
    const { definitions } = parse(text, { noLocation: true });
    const shared = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
    for (const fragment of shared) fragments.set(nameOf(fragment), compact(fragment));
    if (isFragment !== undefined) continue;
    const parts = definitions.map((one) => nameOf(one) || JSON.stringify(compact(one)));
    documents.push(`export const ${name} = /*#__PURE__*/ new TypedDocumentString(${parts.join(" + ")})${type}`);
  }
  const constants = [...fragments].map(([name, text]) => `const ${name} = ${JSON.stringify(text)};`);
  return [module.replaceAll(DOCUMENT, "").trimEnd(), ...constants, ...documents].join("\n");
}
