import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** The blocks of a page as the one program that it says they are. */
function programOf(page: string): string {
  const blocks = [...readFileSync(join(ROOT, page), "utf8").matchAll(/^```ts\n(.*?)^```/gms)];
  return blocks.map((block) => block[1]).join("\n");
}

/** What the compiler says of a text, as if it were a file at the root of the repository. */
function complaintsAbout(text: string): string[] {
  const file = join(ROOT, "page.ts");
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const paths = { "@omnidex/sdk": [join(ROOT, "src/sdk/index.ts")] };
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, paths }, ROOT);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile.call(host, name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  const diagnostics = ts.getPreEmitDiagnostics(program);
  return diagnostics.map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
}

test("the snippets of docs/sdk.md compile, as one program", () => {
  const program = programOf("docs/sdk.md");
  expect(program).toContain("submitRun");
  expect(complaintsAbout(program)).toEqual([]);
  expect(complaintsAbout(`${program}\nomnidex.nothing();`)).toHaveLength(1);
});
