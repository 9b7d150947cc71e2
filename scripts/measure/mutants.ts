import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { keptSeededFolder, makeSeededDatabase } from "../../test/support/seeded-database.ts";
import { buildProject, measurement, positive } from "./measurement.ts";
import { type Mutation, mutationsOf } from "./mutants/mutation-sites.ts";
import { onNewLines } from "./mutants/new-lines.ts";
import { longestFolder, relatedTests } from "./mutants/related-tests.ts";
import { seededSample } from "./mutants/seeded-sample.ts";
import { runTests, tryMutation, type Verdict } from "./mutants/try-mutation.ts";
import { typeChecker } from "./mutants/type-check.ts";

const FOLDERS = ["src/domain", "src/scoring", "src/reading", "src/server/graphql/plan", "src/sdk"];

const command = measurement(
  "mutants",
  `Takes a random sample of sites from each folder, and changes the source at one of them at a time. The same seed gives the same
sample, and a larger sample contains the smaller one. Prints the line of each change that no test noticed. Files are changed
in place and restored, so it runs only where git sees no changes in the folders.`,
)
  .argument("[folders...]", "a file counts for the innermost of these folders that contains it", FOLDERS)
  .option("--each <n>", "number of mutations in each folder", positive, 12)
  .option("--seed <n>", "seed of the sample", positive, 1)
  .option("--limit <seconds>", "time after which the tests of a mutation are ended", positive, 90)
  .option("--since <commit>", "mutates only lines that were written after this commit")
  .parse();
const folders = command.processedArgs[0] as string[];
const { each, seed, limit, since } = command.opts<{
  readonly each: number;
  readonly seed: number;
  readonly limit: number;
  readonly since?: string;
}>();

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
const seeded = await makeSeededDatabase();
process.env.OMNIDEX_MUTANTS_FOLDER = await keptSeededFolder();
try {
  buildProject();
  await measure();
} finally {
  await seeded.drop();
}
printCounts();

/** The folders take turns, so that a run that is interrupted has a sample of each. */
async function measure(): Promise<void> {
  const samples = folders.map((folder) => seededSample(sitesOf(folder), each, seed));
  await requireUnmutated();
  const compiles = typeChecker("tsconfig.json");
  for (let turn = 0; turn < each; turn++)
    for (const [index, folder] of folders.entries()) {
      const mutation = samples[index]?.[turn];
      if (mutation === undefined) continue;
      const verdict = await tryMutation(mutation, compiles, seeded.name, 1_000 * limit);
      const own = counts.get(folder);
      own?.set(verdict, (own.get(verdict) ?? 0) + 1);
      console.log(`${verdict.padEnd(13)} ${described(mutation, verdict === "survived")}`);
    }
}

/** If the tests failed without a mutation, every mutation would count as killed. */
async function requireUnmutated(): Promise<void> {
  const byTests = new Map(folders.map((folder) => [relatedTests(folder).join(" "), folder]));
  for (const folder of byTests.values())
    if ((await runTests(relatedTests(folder), seeded.name, 1_000 * limit)) !== "survived")
      throw new Error(`The tests of ${folder} fail without a mutation.`);
}

function sitesOf(folder: string): Mutation[] {
  return filesOf(folder)
    .filter((file) => file.endsWith(".ts") && !file.includes("/generated/") && longestFolder(file, folders) === folder)
    .sort()
    .flatMap((file) => {
      const mutations = mutationsOf(file, readFileSync(file, "utf8"));
      return since === undefined ? mutations : onNewLines(mutations, file, since);
    });
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => `${path}/${name}`);
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
