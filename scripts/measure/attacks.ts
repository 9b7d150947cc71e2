import { Omnidex } from "../../src/sdk/index.ts";
import { readConfig } from "../../src/server/config/config.ts";
import { type RunningServer, startServer } from "../../src/server/main.ts";
import {
  accuracy,
  type Boosting,
  boostedVote,
  climb,
  randomChoices,
  risenVote,
  type Seen,
  type Submit,
  vote,
  voters,
  walkToThreshold,
} from "../../test/scoring/metrics/boosting.ts";
import { importFile } from "./attacks/benchmark.ts";
import { measurement, positive } from "./measurement.ts";

const ADMIN_KEY = "measure-attacks-admin-key";
const LABELS = "ABCD";
const FLIPS = 40;

const options = measurement(
  "attacks",
  `Each attack is made on a benchmark with hidden answers and on the same benchmark with visible answers: the boosting attack
of Blum and Hardt (2015), hill climbing, publishing private runs in a chosen order, and changing one answer at a time, either
at any score or just below the score that the Ladder of docs/hidden-answers.md requires. Prints a table of means over the
seeds. The gains of each seed go to standard error as they are found.`,
)
  .option("--submissions <n>", "submissions of each attacker", positive, 500)
  .option("--questions <n>", "questions of the benchmark", positive, 1_000)
  .option("--seeds <n>", "how often each attack is made", positive, 3)
  .parse()
  .opts<Record<"submissions" | "questions" | "seeds", number>>();
const settingOf = (seed: number): Boosting => ({
  questions: options.questions,
  submissions: options.submissions,
  options: LABELS.length,
  random: numbers(seed),
});

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
  const file = { benchmark: { slug, title: slug }, questions };
  const access = answers === "hidden" ? "answers=hidden&public=1" : `answers=${answers}`;
  await importFile({ url: server.url, adminKey: ADMIN_KEY, access }, slug, file);
}

/** A run of an attacker, and the score that it is shown. */
interface Submitted {
  readonly id: string;
  readonly shown: number;
}

/** Submits choices as an attacker does. */
async function submit(attacker: Omnidex, benchmark: string, choices: Uint8Array, seed: number): Promise<Submitted> {
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
  return { id, shown: (await attacker.run(id))?.score?.value ?? Number.NaN };
}

/** What the attacks gained: points over chance, or numbers of answers. */
type Gains = Readonly<Record<(typeof ATTACKS)[number][0], number>>;

const CLIMBS = [0.1, 0.3, 1] as const;
const ATTACKS = [
  [
    "boosted",
    "for each question, the answer that most of the random submissions with a score above chance gave (points above chance)",
  ],
  ["risen", "the same vote, counting only the submissions that raised the shown score"],
  [
    "published",
    "the same vote, counting also the runs that raised the score that others see, when the attacker published the private runs in reverse order",
  ],
  ["climb 0.1", "hill climbing, a tenth of the answers changed at a time"],
  ["climb 0.3", "hill climbing, three tenths"],
  ["climb 1", "the random submission with the best score that the attacker sees"],
  [
    "flips",
    `${FLIPS} submissions, each with one answer changed from the same first submission: how many alter the shown score`,
  ],
  ["threshold", "one answer changed after the other, each change kept: how many changes raise the shown score"],
] as const;

/** An attacker. Each has a separate API key, and so is a separate owner. */
interface Attacker {
  readonly omnidex: Omnidex;
  readonly submit: (choices: Uint8Array) => Promise<Submitted>;
}

async function attack(server: RunningServer, slug: string, key: Uint8Array, setting: Boosting): Promise<Gains> {
  const admin = new Omnidex({ url: server.url, apiKey: ADMIN_KEY });
  await admin.setSubmissionQuota({ benchmark: slug });
  const attacker = async (name: string): Promise<Attacker> => {
    const { secret } = await admin.createApiKey({ name: `${name} of ${slug}` });
    const omnidex = new Omnidex({ url: server.url, apiKey: secret });
    let seed = 0;
    return { omnidex, submit: (choices) => submit(omnidex, slug, choices, ++seed) };
  };
  const shownTo =
    ({ submit: send }: Attacker): Submit =>
    async (choices) =>
      (await send(choices)).shown;
  const gain = (vote: Uint8Array): number => 100 * (accuracy(vote, key) - 1 / LABELS.length);
  const climbed = async (share: number) =>
    gain(await climb(setting, share, shownTo(await attacker(`climber ${share}`))));
  const boosting = await boost(await attacker("booster"), new Omnidex({ url: server.url }), setting);
  const claims = await walkToThreshold(setting, key, 0.5, shownTo(await attacker("walker")));
  return {
    boosted: gain(boostedVote(boosting.own, setting)),
    risen: gain(risenVote(boosting.own, setting)),
    published: gain(vote([...voters(boosting.own), ...voters(boosting.others)], setting)),
    "climb 0.1": await climbed(CLIMBS[0]),
    "climb 0.3": await climbed(CLIMBS[1]),
    "climb 1": await climbed(CLIMBS[2]),
    flips: await flip(shownTo(await attacker("flipper")), setting),
    threshold: claims.size,
  };
}

/**
 * Submits random choices as private runs, then publishes the runs in reverse order. Returns the scores that the owner
 * saw at submission, and the scores that others see after publication.
 */
async function boost({ omnidex, submit: send }: Attacker, reader: Omnidex, setting: Boosting) {
  const own: (Seen & { readonly id: string })[] = [];
  for (let count = 1; count < setting.submissions; count++) {
    const choices = randomChoices(setting);
    own.push({ choices, ...(await send(choices)) });
  }
  const others: Seen[] = [];
  for (const { id, choices } of own.toReversed()) {
    await omnidex.updateRun(id, { visibility: "PUBLIC" });
    others.push({ choices, shown: (await reader.run(id))?.score?.value ?? Number.NaN });
  }
  return { own, others };
}

/** Changes one answer at a time, and counts the changes that alter the shown score. */
async function flip(send: Submit, setting: Boosting): Promise<number> {
  const base = randomChoices(setting);
  const before = await send(base);
  let seen = 0;
  for (let question = 0; question < FLIPS; question++) {
    const flipped = base.map((choice, index) => (index === question ? (choice + 1) % LABELS.length : choice));
    if ((await send(flipped)) !== before) seen += 1;
  }
  return seen;
}

const config = { DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_LIMITS: "off", PORT: "0" };
const seeds = Array.from({ length: options.seeds }, (_, index) => 2015 + index);
const found: Record<"visible" | "hidden", Gains[]> = { visible: [], hidden: [] };
for (const seed of seeds) {
  const server = await startServer(readConfig(config), () => {});
  try {
    const setting = settingOf(seed);
    const key = randomChoices(setting);
    for (const answers of ["visible", "hidden"] as const) {
      await importBenchmark(server, answers, key, answers);
      const began = performance.now();
      const gains = await attack(server, answers, key, setting);
      found[answers].push(gains);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      console.error(`seed ${seed}, ${answers} answers, ${seconds} s: ${JSON.stringify(gains)}`);
    }
  } finally {
    await server.close();
  }
}
const mean = (gains: readonly Gains[], name: keyof Gains): string =>
  (gains.reduce((sum, gain) => sum + gain[name], 0) / gains.length).toFixed(1);
console.log(
  `${options.submissions} submissions, ${options.questions} questions with four options, ${seeds.length} seeds\n`,
);
console.log("| Attack | exact feedback | hidden |\n| --- | --- | --- |");
for (const [name, text] of ATTACKS)
  console.log(`| ${text} | ${mean(found.visible, name)} | ${mean(found.hidden, name)} |`);
