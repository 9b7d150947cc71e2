import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { keptSeededFolder, makeSeededDatabase } from "../../test/support/seeded-database.ts";
import { DEFENCES, type Defence } from "./defences/defences.ts";
import { measurement } from "./measurement.ts";
import { runTests, type Verdict } from "./mutants/try-mutation.ts";

const options = measurement(
  "defences",
  `Removes each defence of hidden answers and private runs from the source, one at a time, and runs the test that must then fail.
Prints a table, and fails if a test passes without its defence. Files are changed in place and restored, so it runs only where
git sees no changes in src.`,
)
  .option("--only <text>", "takes the defences whose name contains the text", "")
  .parse()
  .opts<{ readonly only: string }>();
if (execFileSync("git", ["status", "--porcelain", "--", "src"]).length > 0) {
  console.error("There are changes in src. Commit them first: files are changed and restored.");
  process.exit(2);
}

/** The time limit of one test file, in milliseconds. It is long, because the machine may be busy. */
const LIMIT_MS = 300_000;

async function withoutDefence({ file, text, without, test }: Defence, database: string): Promise<Verdict> {
  const whole = readFileSync(file, "utf8");
  const restore = (): void => writeFileSync(file, whole);
  process.once("exit", restore);
  try {
    writeFileSync(
      file,
      whole.replace(text, () => without),
    );
    return await runTests([test], database, LIMIT_MS);
  } finally {
    restore();
    process.off("exit", restore);
  }
}

const seeded = await makeSeededDatabase();
process.env.OMNIDEX_MUTANTS_FOLDER = await keptSeededFolder();
let survived = 0;
try {
  const defences = DEFENCES.filter(({ name }) => name.includes(options.only));
  // A test that fails with its defence would count as one that fails without it.
  for (const test of new Set(defences.map((defence) => defence.test))) {
    const verdict = await runTests([test], seeded.name, LIMIT_MS);
    console.error(`with all defences: ${test} ${verdict === "survived" ? "passes" : verdict}`);
    if (verdict !== "survived") throw new Error(`${test} does not pass with all defences: ${verdict}.`);
  }
  console.log(`${defences.length} defences\n`);
  console.log("| Without | the test | |\n| --- | --- | --- |");
  for (const defence of defences) {
    const verdict = await withoutDefence(defence, seeded.name);
    if (verdict !== "killed") survived += 1;
    console.log(`| ${defence.name} | ${defence.test} | ${verdict === "killed" ? "fails" : verdict} |`);
  }
} finally {
  await seeded.drop();
}
process.exitCode = survived > 0 ? 1 : 0;
