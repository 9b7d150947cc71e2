import { Omnidex } from "../../src/sdk/index.ts";
import { inFolder, serve } from "../../test/cli/cli-process.ts";
import { buildProject, measurement } from "./measurement.ts";

const QUESTIONS = 12_000;
const ROUNDS = 21;
const KEY = "measure-search-key-0123456789";

const SENTENCE =
  "First, listen to the sound and note which instrument enters; then compare it with what the frames show. ";

/** A response that ends with its answer; one in a thousand holds a rare word. */
const response = (index: number): string =>
  `${SENTENCE.repeat(15)}${index % 1000 === 7 ? "It is a theremin. " : ""}Step ${index}. The answer is ${"ABCD"[index % 4]}.`;

const TEXTS: Readonly<Record<string, string>> = {
  "in every response": "the answer is",
  "in one of four": "the answer is b",
  "in 12 responses": "Theremin",
  "in none": "no such 100 % text",
};

measurement(
  "search",
  `The run has 12,000 responses of about 1,600 characters, like those of models that reason step by step. Uses the embedded
database, or the one that DATABASE_URL names.`,
).parse();
buildProject();
await inFolder(async (folder) => {
  const database = process.env.DATABASE_URL === undefined ? { OMNIDEX_DATA_DIR: folder } : {};
  const server = await serve({ ...database, OMNIDEX_ADMIN_KEY: KEY });
  const omnidex = new Omnidex({ url: server.url, apiKey: KEY });
  await importQuestions(server.url);
  const { id } = await omnidex.submitRun({
    ...{ benchmark: "searched", model: { name: "talker" }, inputs: ["TEXT"], visibility: "PUBLIC" },
    predictions: Array.from({ length: QUESTIONS }, (_, index) => ({
      question: `q${index}`,
      response: response(index),
    })),
  });
  console.log(`${QUESTIONS} responses of ${response(0).length} characters; 20 rows and their number, ms:\n`);
  console.log("| the text is | found | median | 95th percentile |\n| --- | ---: | ---: | ---: |");
  for (const [where, text] of Object.entries(TEXTS)) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      // Another text each time, so that no answer comes from a cache.
      const asked = `${text}${" ".repeat(round)}`;
      found = (await omnidex.predictions(id, { filter: { text: asked }, pageSize: 20 }).page()).totalCount;
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string => (times[Math.floor(share * (ROUNDS - 1))] ?? 0).toFixed(0);
    console.log(`| ${where} | ${found} | ${at(0.5)} | ${at(0.95)} |`);
  }
  await server.end();
});

async function importQuestions(url: string): Promise<void> {
  const questions = Array.from({ length: QUESTIONS }, (_, index) => ({
    ...{ key: `q${index}`, task: "Listening", level: "PERCEPTION", text: `Which is number ${index}?` },
    ...{ options: ["one", "two", "three", "four"], answer: index % 4 },
  }));
  const form = new FormData();
  const content = { benchmark: { slug: "searched", title: "Searched" }, questions };
  form.append("file", new File([JSON.stringify(content)], "searched.json"));
  const headers = { authorization: `Bearer ${KEY}` };
  const answer = await fetch(`${url}/import/searched`, { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(`The import failed: ${await answer.text()}`);
}
