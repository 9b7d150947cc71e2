import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";

/** Whether a file still compiles with another text. The rest of the program is read only once. */
export function typeChecker(config: string): (file: string, text: string) => boolean {
  const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(json, ts.sys, process.cwd());
  let changed = { file: "", text: "", version: 0 };
  const textOf = (name: string): string => (name === changed.file ? changed.text : readFileSync(name, "utf8"));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames.filter((name) => name.includes("/src/")),
    getScriptVersion: (name) => (name === changed.file ? String(changed.version) : "0"),
    getScriptSnapshot: (name) => (ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(textOf(name)) : undefined),
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return (file, text) => {
    changed = { file: resolve(file), text, version: changed.version + 1 };
    return (
      service.getSemanticDiagnostics(changed.file).length + service.getSyntacticDiagnostics(changed.file).length === 0
    );
  };
}
