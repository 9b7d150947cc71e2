import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import { measurement } from "./measurement.ts";

interface CodeFigures {
  readonly files: number;
  readonly handWritten: number;
  readonly generated: number;
  readonly median: number;
  readonly short: number;
  readonly single: number;
}

/** A file of at most this many lines counts as short. */
const SHORT = 40;
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });

/** The hand-written and generated TypeScript files below a folder at a commit, by path. */
function filesAt(commit: string, folder: string): Map<string, string> {
  const paths = git("ls-tree", "-r", "--name-only", commit, folder)
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path));
  return new Map(paths.map((path) => [path, git("show", `${commit}:${path}`)]));
}

const isGenerated = (path: string): boolean => path.includes("/generated/");
const linesOf = (text: string): number => text.split("\n").length - 1;

function figuresOf(files: ReadonlyMap<string, string>): CodeFigures {
  const handWritten = [...files].filter(([path]) => !isGenerated(path));
  const lengths = handWritten.map(([, text]) => linesOf(text)).sort((a, b) => a - b);
  const importers = new Map<string, number>();
  for (const [path, text] of files)
    for (const target of new Set(Array.from(text.matchAll(IMPORT), ([, relative]) => relative ?? "")))
      importers.set(
        posix.join(posix.dirname(path), target),
        (importers.get(posix.join(posix.dirname(path), target)) ?? 0) + 1,
      );
  return {
    files: handWritten.length,
    handWritten: lengths.reduce((sum, lines) => sum + lines, 0),
    generated: [...files].filter(([path]) => isGenerated(path)).reduce((sum, [, text]) => sum + linesOf(text), 0),
    median: lengths[lengths.length >> 1] ?? 0,
    short: lengths.filter((lines) => lines <= SHORT).length,
    single: handWritten.filter(([path]) => importers.get(path) === 1).length,
  };
}

const [commits] = measurement("code", "Example: npm run measure -- code 60f65ad HEAD")
  .argument("[commits...]", "commits, tags or branches", ["HEAD"])
  .parse().processedArgs as [readonly string[]];
console.log(
  `| commit | files | hand-written lines | generated lines | median of a file | files of at most ${SHORT} lines | files imported by one |`,
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const commit of commits) {
  const { files, handWritten, generated, median, short, single } = figuresOf(filesAt(commit, "src"));
  console.log(`| ${commit} | ${[files, handWritten, generated, median, short, single].join(" | ")} |`);
}
