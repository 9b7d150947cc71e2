import { type DefinitionNode, Kind, parse, print, stripIgnoredCharacters } from "graphql";

/** A document in codegen's output. If it is a single fragment, it has a second argument, its name. */
const DOCUMENT = /^export const (\w+) = \/\*#__PURE__\*\/ new TypedDocumentString\(`([^`]*)`(, .*?)?\)( as .*;)$/gm;

const compact = (definition: DefinitionNode): string => stripIgnoredCharacters(print(definition));

/** Generated code: a document with the fragments that it spreads, directly and indirectly. */
const WITH_FRAGMENTS = `
export function document(text: string): TypedDocumentString<never, never> {
  const parts = new Map<string, string>();
  const add = (part: string): void => {
    for (const [, name = ""] of part.matchAll(/\\.{3}(\\w+)/g)) {
      const fragment = FRAGMENTS[name];
      if (fragment === undefined || parts.has(name)) continue;
      parts.set(name, "fragment " + name + " " + fragment);
      add(fragment);
    }
  };
  add(text);
  return new TypedDocumentString(text + [...parts.values()].join(""));
}`;

/**
 * Writes each fragment of codegen's documents only once, and without white space. codegen repeats its whole text in
 * every document that spreads it, and the package must be small. Fragments are added to a document when the module is
 * loaded, which takes less space than listing them in each document.
 */
export function shareFragments(module: string): string {
  const fragments = new Map<string, string>();
  const documents: string[] = [];
  for (const [, name = "", text = "", isFragment, type = ""] of module.matchAll(DOCUMENT)) {
    const own: string[] = [];
    for (const definition of parse(text, { noLocation: true }).definitions) {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) own.push(compact(definition));
      else fragments.set(definition.name.value, compact(definition).slice(`fragment ${definition.name.value} `.length));
    }
    if (isFragment !== undefined) continue;
    documents.push(`export const ${name} = /*#__PURE__*/ document(${JSON.stringify(own.join(""))})${type}`);
  }
  const entries = [...fragments].map(([name, text]) => `  ${name}: ${JSON.stringify(text)},`);
  const table = ["const FRAGMENTS: Readonly<Record<string, string>> = {", ...entries, "};"];
  return [module.replaceAll(DOCUMENT, "").trimEnd(), ...table, WITH_FRAGMENTS, ...documents].join("\n");
}

/** Moves documents into a module of their own, which is loaded separately. Their types stay in the first module. */
export function moveDocuments(module: string, names: readonly string[], from: string): [rest: string, moved: string] {
  const isMoved = (line: string): boolean => names.some((name) => line.startsWith(`export const ${name} = `));
  const lines = module.split("\n");
  const moved = lines.filter(isMoved);
  if (moved.length !== names.length) throw new Error(`Not every document exists: ${names.join(", ")}`);
  const types = moved.flatMap((line) => /<(\w+), (\w+)>;$/.exec(line)?.slice(1) ?? []);
  const imported = ["document", ...["TypedDocumentString", ...types].map((type) => `type ${type}`)];
  const head = `import { ${imported.join(", ")} } from "${from}";`;
  return [lines.filter((line) => !isMoved(line)).join("\n"), [head, ...moved].join("\n")];
}
