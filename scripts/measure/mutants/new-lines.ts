import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Mutation } from "./mutation-sites.ts";

/** The mutations on lines that were written after a commit. Lines that were only moved or indented are older. */
export function onNewLines(mutations: readonly Mutation[], file: string, since: string): Mutation[] {
  const text = readFileSync(file, "utf8");
  const blame = execFileSync("git", ["blame", "-s", "-w", "-M", "-C", `${since}..HEAD`, "--", file], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  }).split("\n");
  return mutations.filter(({ start }) => blame[text.slice(0, start).split("\n").length - 1]?.startsWith("^") === false);
}
