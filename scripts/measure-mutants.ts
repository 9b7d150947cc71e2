/**
 * Changes the source in small ways, one at a time, and counts the changes that the tests notice.
 * `npm run measure:mutants -- --each 12 --seed 1 src/domain src/sdk` takes a random sample of twelve sites from each
 * folder. The same seed gives the same sample, and a larger sample contains the smaller one. Prints the line
 * of each survivor. Files are changed in place and restored, so it runs only where git sees no changes in the
 * folders.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { makeSeededDatabase } from "../test/support/seeded-database.ts";
import { type Mutation, mutationsOf } from "./mutants/mutation-sites.ts";
import { longestFolder, relatedTests } from "./mutants/related-tests.ts";
import { seededSample } from "./mutants/seeded-sample.ts";
import { runTests, tryMutation, type Verdict } from "./mutants/try-mutation.ts";
import { typeChecker } from "./mutants/type-check.ts";

const FOLDERS = ["src/domain", "src/scoring", "src/scoring/extractors", "src/server/plan", "src/sdk"];

const command = new Command("measure:mutants")
  .argument("[folders...]", "a file counts for the innermost of these folders that contains it", FOLDERS)
  .option("--each <n>", "mutations of each folder", "12")
  .option("--seed <n>", "of the sample", "1")
  .parse();
const folders = command.processedArgs[0] as string[];
const { each, seed } = command.opts<{ readonly each: string; readonly seed: string }>();

const counts = new Map<string, Map<Verdict, number>>(folders.map((folder) => [folder, new Map()]));
if (execFileSync("git", ["status", "--porcelain", "--", ...folders]).length > 0) {
  console.error(`There are changes in ${folders.join(" ")}. Commit them first: files are changed and restored.`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    printCounts();
    process.exit(130);
  });
const scratch = await mkdtemp(join(tmpdir(), "omnidex-mutants-"));
const seeded = await makeSeededDatabase(scratch);
try {
  execFileSync(process.execPath, ["scripts/build.mjs"]);
  await measure();
} finally {
  await seeded.drop();
  await rm(scratch, { recursive: true, force: true });
}
printCounts();

/** The folders take turns, so that a run that is interrupted has a sample of each. */
async function measure(): Promise<void> {
  const samples = folders.map((folder) => seededSample(sitesOf(folder), Number(each), Number(seed)));
  await requireUnmutated();
  const compiles = typeChecker("tsconfig.json");
  for (let turn = 0; turn < Number(each); turn++)
    for (const [index, folder] of folders.entries()) {
      const mutation = samples[index]?.[turn];
      if (mutation === undefined) continue;
      const verdict = await tryMutation(mutation, compiles, seeded.name);
      const own = counts.get(folder);
      own?.set(verdict, (own.get(verdict) ?? 0) + 1);
      console.log(`${verdict.padEnd(13)} ${described(mutation, verdict === "survived")}`);
    }
}

/** If the tests failed without a mutation, every mutation would count as killed. */
async function requireUnmutated(): Promise<void> {
  for (const folder of folders)
    if ((await runTests(relatedTests(`${folder}/`), seeded.name)) !== "survived")
      throw new Error(`The tests of ${folder} fail without a mutation.`);
}

function sitesOf(folder: string): Mutation[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((file) => file.endsWith(".ts") && !file.includes("/generated/") && longestFolder(file, folders) === folder)
    .sort()
    .flatMap((file) => mutationsOf(file, readFileSync(file, "utf8")));
}

function described({ file, start, end, replacement }: Mutation, whole: boolean): string {
  const text = readFileSync(file, "utf8");
  const line = text.slice(0, start).split("\n").length;
  const head = `${file}:${line}`;
  if (!whole) return head;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const to = text.indexOf("\n", end);
  return `${head}\n- ${text.slice(from, to)}\n+ ${text.slice(from, start)}${replacement}${text.slice(end, to)}`;
}

function printCounts(): void {
  console.log(`seed ${seed}`);
  for (const [folder, own] of counts)
    console.log(`${folder.padEnd(24)} ${[...own].map(([verdict, count]) => `${count} ${verdict}`).join(", ")}`);
}
