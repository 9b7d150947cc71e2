import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ImportFile, ImportReader } from "../../src/formats/files/importer.ts";
import { omnidexReader } from "../../src/formats/omnidex/omnidex-importer.ts";
import { recipeReader } from "../../src/formats/recipes/recipe-reader.ts";
import { ImportContent } from "../../src/server/workers/import-content.ts";
import { Random } from "../../test/fixtures/random.ts";
import { distinctSentences, syntheticSentence } from "../../test/fixtures/synthetic-text.ts";
import { measurement, positive } from "./measurement.ts";

const QUESTIONS_PER_VIDEO = 4;
const IMPORTERS = ["avi-bench", "omnidex"];
const RECIPE = "data/recipes/worldsense.yaml";
const LABELS = "ABCD";

const { questions, times } = measurement(
  "recipes",
  `Imports the same made-up questions of WorldSense, as rows of JSONL with the built-in recipe and in Omnidex's own format, which
code reads, in turn in one process: all of an import but the database.
Prints the least CPU time of each, their ratio, and the lines of the importers, of the code for recipes, and of each recipe.`,
)
  .option("--questions <n>", "rows", positive, 100_000)
  .option("--times <n>", "how often each reader reads them", positive, 3)
  .parse()
  .opts<Record<"questions" | "times", number>>();

function worldSenseRows() {
  const random = new Random(1);
  return Array.from({ length: questions }, (_, index) => ({
    index,
    video: `video-${Math.floor(index / QUESTIONS_PER_VIDEO)}`,
    duration: "<1min",
    domain: "Tech & Science",
    sub_category: "Academic Lectures",
    audio_class: ["Speech"],
    video_caption: "",
    task_domain: "Recognition",
    task_type: "Audio Recognition",
    question: `${syntheticSentence(random, 12)}?`,
    candidates: distinctSentences(random, 4, 4).map((text, at) => `${LABELS[at]}. ${text}`),
    answer: LABELS[random.integer(0, 4)],
  }));
}

type Rows = ReturnType<typeof worldSenseRows>;

const asRows = (rows: Rows): ImportFile => ({
  name: "rows.jsonl",
  bytes: Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n")),
});

/** The rows in Omnidex's own format, as an export has them. */
function asOwn(rows: Rows): ImportFile {
  const videos = new Map(
    rows.map(({ video, duration, domain, audio_class, video_caption }) => [
      video,
      {
        ...{ key: video, category: domain, audioTypes: audio_class.map((word) => word.toUpperCase()) },
        ...{ caption: video_caption, native: { duration, domain } },
      },
    ]),
  );
  const questions = rows.map((row) => ({
    ...{ key: `${row.video}/task${row.index}`, video: row.video, text: row.question, task: row.task_type },
    ...{ options: row.candidates.map((text) => text.slice(3)), answer: row.answer, level: "PERCEPTION" },
    native: { task_domain: row.task_domain, task_type: row.task_type },
  }));
  const content = { benchmark: { slug: "worldsense", title: "WorldSense" }, videos: [...videos.values()], questions };
  return { name: "own.json", bytes: Buffer.from(JSON.stringify(content)) };
}

/** The CPU time of an import up to the database in milliseconds, and the number of its questions. */
async function timed(read: ImportReader, file: ImportFile): Promise<{ readonly ms: number; readonly count: number }> {
  const content = new ImportContent();
  try {
    const start = process.cpuUsage();
    await content.hash(await read([file], content));
    const { user, system } = process.cpuUsage(start);
    return { ms: (user + system) / 1_000, count: content.questionCount };
  } finally {
    content.close();
  }
}

const linesOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + linesOf(join(path, name)), 0)
    : readFileSync(path, "utf8").split("\n").length - 1;

const rows = worldSenseRows();
const recipe = { name: "worldsense.yaml", bytes: readFileSync(RECIPE) };
const readers = {
  code: { read: omnidexReader("worldsense"), file: asOwn(rows) },
  recipe: { read: recipeReader(recipe, "worldsense"), file: asRows(rows) },
};
const best = { code: Number.POSITIVE_INFINITY, recipe: Number.POSITIVE_INFINITY };
for (let time = 0; time < times; time += 1)
  for (const name of ["code", "recipe"] as const) {
    const { ms, count } = await timed(readers[name].read, readers[name].file);
    if (count !== questions) throw new Error(`${name} read ${count} of ${questions} questions`);
    best[name] = Math.min(best[name], ms);
  }
console.log("| reader | questions | CPU time | ratio |\n| --- | ---: | ---: | ---: |");
for (const [name, ms] of Object.entries(best))
  console.log(`| ${name} | ${questions} | ${(ms / 1_000).toFixed(2)} s | ${(ms / best.code).toFixed(2)} |`);
console.log("\n| importer | lines |\n| --- | ---: |");
for (const name of IMPORTERS) console.log(`| ${name} (code) | ${linesOf(`src/formats/${name}`)} |`);
console.log(`| all recipes (code) | ${linesOf("src/formats/recipes")} |`);
for (const name of readdirSync("data/recipes").sort()) console.log(`| ${name} | ${linesOf(`data/recipes/${name}`)} |`);
