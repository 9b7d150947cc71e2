/**
 * Measures what an attacker with many submissions learns about an answer key through the API. It runs the boosting
 * attack of Blum and Hardt (2015) and an attack that changes one answer at a time, against a benchmark with hidden
 * answers and against the same benchmark with visible answers. Prints a table. `--submissions` and `--questions` change
 * the size.
 */
import { parseArgs } from "node:util";
import { Omnidex } from "../src/sdk/index.ts";
import { readConfig } from "../src/server/config/config.ts";
import { type RunningServer, startServer } from "../src/server/main.ts";
import {
  accuracy,
  type Boosting,
  boostedVote,
  randomChoices,
  risenVote,
  type Seen,
} from "../test/scoring/metrics/boosting.ts";

const ADMIN_KEY = "measure-attacks-admin-key";
const LABELS = "ABCD";
const FLIPS = 40;

const { values: options } = parseArgs({
  options: { submissions: { type: "string", default: "500" }, questions: { type: "string", default: "1000" } },
});
const setting: Boosting = {
  questions: Number(options.questions),
  submissions: Number(options.submissions),
  options: LABELS.length,
  random: numbers(2015),
};

/** A reproducible sequence of numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const keyOfQuestion = (index: number): string => `q${index}`;

async function importBenchmark(server: RunningServer, slug: string, key: Uint8Array, answers: string): Promise<void> {
  const questions = Array.from(key, (option, index) => ({
    key: keyOfQuestion(index),
    task: "Guessing",
    level: "PERCEPTION",
    text: `Number ${index}?`,
    options: ["one", "two", "three", "four"],
    answer: LABELS[option],
  }));
  const form = new FormData();
  form.append("file", new Blob([JSON.stringify({ benchmark: { slug, title: slug }, questions })]), "file.json");
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const response = await fetch(`${server.url}/import/${slug}?answers=${answers}`, {
    method: "POST",
    body: form,
    headers,
  });
  if (!response.ok) throw new Error(`the import failed: ${await response.text()}`);
}

/** Submits choices as an attacker does, and returns the score that is shown. */
async function submit(attacker: Omnidex, benchmark: string, choices: Uint8Array, seed: number): Promise<number> {
  const predictions = Array.from(choices, (choice, index) => ({
    question: keyOfQuestion(index),
    response: LABELS[choice] ?? "",
  }));
  const { id } = await attacker.submitRun({
    benchmark,
    model: { name: "guesser" },
    inputs: ["VIDEO"],
    seed,
    predictions,
  });
  return (await attacker.run(id))?.score?.value ?? Number.NaN;
}

interface Gains {
  readonly boosted: number;
  readonly risen: number;
  readonly flips: number;
}

async function attack(server: RunningServer, slug: string, key: Uint8Array): Promise<Gains> {
  const admin = new Omnidex({ url: server.url, apiKey: ADMIN_KEY });
  await admin.setSubmissionQuota({ benchmark: slug });
  const attackerOf = async (name: string): Promise<Omnidex> =>
    new Omnidex({ url: server.url, apiKey: (await admin.createApiKey({ name: `${name} of ${slug}` })).secret });
  const booster = await attackerOf("booster");
  const seen: Seen[] = [];
  for (let seed = 1; seed < setting.submissions; seed++) {
    const choices = randomChoices(setting);
    seen.push({ choices, shown: await submit(booster, slug, choices, seed) });
  }
  const flipper = await attackerOf("flipper");
  const base = randomChoices(setting);
  const before = await submit(flipper, slug, base, 1);
  let flips = 0;
  for (let question = 0; question < FLIPS; question++) {
    const flipped = base.map((choice, index) => (index === question ? (choice + 1) % LABELS.length : choice));
    if ((await submit(flipper, slug, flipped, question + 2)) !== before) flips += 1;
  }
  const gain = (vote: Uint8Array): number => 100 * (accuracy(vote, key) - 1 / LABELS.length);
  return { boosted: gain(boostedVote(seen, setting)), risen: gain(risenVote(seen, setting)), flips };
}

const config = { DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_LIMITS: "off", PORT: "0" };
const server = await startServer(readConfig(config), () => {});
try {
  const key = randomChoices(setting);
  console.log(`${setting.submissions} submissions, ${setting.questions} questions with four options\n`);
  console.log("| Answers | Vote of those above chance | Vote of those that rose | Changes of one answer seen |");
  console.log("| --- | --- | --- | --- |");
  for (const answers of ["visible", "hidden"]) {
    await importBenchmark(server, answers, key, answers);
    const { boosted, risen, flips } = await attack(server, answers, key);
    console.log(
      `| ${answers} | ${boosted.toFixed(1)} points over chance | ${risen.toFixed(1)} | ${flips} of ${FLIPS} |`,
    );
  }
} finally {
  await server.close();
}
