import { type DefinitionNode, Kind, parse, print, stripIgnoredCharacters } from "graphql";

/** A document in codegen's output. If it is a single fragment, it has a second argument, its name. */
const DOCUMENT = /^export const (\w+) = \/\*#__PURE__\*\/ new TypedDocumentString\(`([^`]*)`(, .*?)?\)( as .*;)$/gm;

const compact = (definition: DefinitionNode): string => stripIgnoredCharacters(print(definition));

/** Generated code: a document with the fragments that it spreads, directly and indirectly. */
const WITH_FRAGMENTS = `
export function document(text: string, own: typeof FRAGMENTS = FRAGMENTS): TypedDocumentString<never, never> {
  const parts = new Map<string, string>();
  const add = (part: string): void => {
    for (const [, name = ""] of part.matchAll(/\\.{3}(\\w+)/g)) {
      const fragment = own[name] ?? FRAGMENTS[name];
      if (fragment === undefined || parts.has(name)) continue;
      parts.set(name, "fragment " + name + " " + fragment);
      add(fragment);
    }
  };
  add(text);
  return new TypedDocumentString(text + [...parts.values()].join(""));
}`;

/**
 * Writes each fragment of codegen's documents only once, and without white space. codegen repeats a fragment's text in
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

/** A fragment in the table of `shareFragments`. */
const FRAGMENT = /^ {2}(\w+): "on /;

/** The names of the fragments that lines spread, directly and through the fragments of `table`. */
function spreadNames(lines: readonly string[], table: ReadonlyMap<string, string>): Set<string> {
  const names = new Set<string>();
  const add = (line: string): void => {
    for (const [, name = ""] of line.matchAll(/\.{3}(\w+)/g)) {
      const fragment = table.get(name);
      if (fragment === undefined || names.has(name)) continue;
      names.add(name);
      add(fragment);
    }
  };
  lines.forEach(add);
  return names;
}

/**
 * Moves documents into modules of their own, which are loaded separately. A fragment that only moved documents spread
 * is moved, too, into each module that needs it. All types stay in the first module.
 * @param moves the names of the moved documents, by the path of their new module
 * @param from the path of the first module, as the new modules import it
 */
export function moveDocuments(
  module: string,
  moves: Readonly<Record<string, readonly string[]>>,
  from: string,
): [rest: string, moved: Map<string, string>] {
  const lines = module.split("\n");
  const table = new Map(
    lines.flatMap((line) => {
      const name = FRAGMENT.exec(line)?.[1];
      return name === undefined ? [] : [[name, line] as const];
    }),
  );
  const find = (name: string): string => {
    const line = lines.find((one) => one.startsWith(`export const ${name}Document = `));
    if (line === undefined) throw new Error(`There is no document ${name}.`);
    return line;
  };
  const documents = Object.entries(moves).map(([path, names]) => [path, names.map(find)] as const);
  const moved = new Set(documents.flatMap(([, all]) => all));
  const others = lines.filter((line) => !moved.has(line) && !FRAGMENT.test(line));
  const kept = spreadNames(others, table);
  const rest = lines.filter((line) => {
    const fragment = FRAGMENT.exec(line)?.[1];
    return fragment === undefined ? !moved.has(line) : kept.has(fragment);
  });
  const modules = documents.map(([path, all]): [string, string] => {
    const own = [...spreadNames(all, table)].filter((name) => !kept.has(name)).sort();
    return [
      path,
      movedModule(
        all,
        own.map((name) => table.get(name) ?? ""),
        from,
      ),
    ];
  });
  return [rest.join("\n"), new Map(modules)];
}

function movedModule(documents: readonly string[], fragments: readonly string[], from: string): string {
  const types = documents.flatMap((line) => /<(\w+), (\w+)>;$/.exec(line)?.slice(1) ?? []);
  const imported = ["document", ...["TypedDocumentString", ...types].map((type) => `type ${type}`)];
  const head = `import { ${imported.join(", ")} } from "${from}";`;
  if (fragments.length === 0) return [head, ...documents].join("\n");
  const table = ["const FRAGMENTS: Readonly<Record<string, string>> = {", ...fragments, "};"];
  const withOwn = documents.map((line) => line.replace('") as unknown as ', '", FRAGMENTS) as unknown as '));
  return [head, ...table, ...withOwn].join("\n");
}
