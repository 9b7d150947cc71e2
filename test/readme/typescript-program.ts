import { join, resolve } from "node:path";
import ts from "typescript";
import type { Block } from "./markdown-blocks.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const END_OF_BLOCK = "--- end of block ---";

/** Joins all `ts` blocks of a page into one program, which prints a marker after each block. */
export function typescriptProgram(blocks: readonly Block[]): string {
  const parts = blocks.filter(({ language }) => language === "ts");
  return parts.map(({ text }) => `${text}console.log(${JSON.stringify(END_OF_BLOCK)});\n`).join("\n");
}

/** The output of each block of the program. */
export const outputsByBlock = (output: string): readonly string[] => output.split(`${END_OF_BLOCK}\n`).slice(0, -1);

/** The files that programs import, such as the SDK and the library, parsed once for all of them. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** The compiler's errors for a text, as if it were a file at the root of the repository. */
export function compilerErrors(text: string): readonly string[] {
  const file = join(ROOT, "page.ts");
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, version, ...rest) => {
    if (name === file) return ts.createSourceFile(name, text, version);
    if (!parsed.has(name)) parsed.set(name, getSourceFile.call(host, name, version, ...rest));
    return parsed.get(name);
  };
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
