import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { buildSchema, parse } from "graphql";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { describeResults } from "../../scripts/describe-results.ts";

const SDK = resolve(import.meta.dirname, "../../src/sdk");

/** Modules whose exported types are the SDK's own affair: `index.ts` exports none of them. */
const publicModules = (): string[] => {
  const index = readFileSync(join(SDK, "index.ts"), "utf8");
  return readdirSync(SDK)
    .filter((name) => name.endsWith(".ts") && index.includes(`"./${name}"`))
    .map((name) => join(SDK, name));
};

/** The properties of the exported types of a module that have no TSDoc, as `Type.property`. */
function undescribed(path: string, isResult: (type: string) => boolean): { found: number; missing: string[] } {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const missing: string[] = [];
  let found = 0;
  const look = (node: ts.Node, type: string): void => {
    if (ts.isPropertySignature(node) && !/^_/.test(node.name.getText())) {
      found += 1;
      if (ts.getJSDocCommentsAndTags(node).length === 0) missing.push(`${type}.${node.name.getText()}`);
    }
    ts.forEachChild(node, (child) => look(child, type));
  };
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) continue;
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    if (isExported && isResult(statement.name.text)) look(statement, statement.name.text);
  }
  return { found, missing };
}

describe("the descriptions in the SDK's types", () => {
  it("are on every property of every result, input and fragment that codegen writes", () => {
    const { found, missing } = undescribed(join(SDK, "generated/operations.ts"), (type) => !type.endsWith("Variables"));
    expect(found).toBeGreaterThan(800);
    expect(missing).toEqual([]);
  });

  it.each(publicModules().map((path) => [basename(path), path]))("are on every property of %s", (_name, path) => {
    // A reference to a run or benchmark is any object that has the id or slug.
    const { missing } = undescribed(path, (type) => !type.endsWith("Reference"));
    expect(missing).toEqual([]);
  });

  const schema = buildSchema(`
    type Query { run: Run, entries: [Entry!]! }
    interface Entry { "The rank." rank: Int! }
    type Run implements Entry {
      "The rank among runs."
      rank: Int!
      """
      A text, which may hold */ and
      has two lines.
      """
      notes: String
      bare: Int
    }
    type Figure implements Entry { "The rank among figures." rank: Int! }
  `);
  const written = (module: string, document: string): string => describeResults(module, schema, [parse(document)]);

  it("come from the field behind an alias, and from the type that an object names", () => {
    expect(
      written(
        "export type RunFieldsFragment = { readonly place: number, readonly notes: string | null };\nexport type Other = 1;",
        "fragment RunFields on Run { place: rank notes }",
      ),
    ).toBe(
      [
        "export type RunFieldsFragment = {",
        "  /** The rank among runs. */",
        "  readonly place: number,",
        "  /**",
        "   * A text, which may hold *\\/ and",
        "   * has two lines.",
        "   */",
        "  readonly notes: string | null,",
        "};",
        "export type Other = 1;",
      ].join("\n"),
    );
    const union = written(
      "export type OneFragment =\n  | { readonly __typename: 'Run', readonly rank: number }\n  | { readonly __typename: 'Figure', readonly rank: number }\n  | { readonly rank: number };",
      "fragment One on Entry { __typename rank }",
    );
    expect(union.match(/\/\*\* .* \*\//g)).toEqual([
      "/** The rank among runs. */",
      "/** The rank among figures. */",
      "/** The rank. */",
    ]);
  });

  it("are required: a field without one is named", () => {
    expect(() => written("export type BFragment = { readonly bare: number };", "fragment B on Run { bare }")).toThrow(
      "Run.bare has no description.",
    );
  });
});
