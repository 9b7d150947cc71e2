import { Option } from "commander";
import { seededRandom } from "../../src/scoring/items/seeded-random.ts";
import { bitsOfGain, gainOfBits } from "../../src/scoring/metrics/count-bits.ts";
import { Omnidex } from "../../src/sdk/index.ts";
import { readConfig } from "../../src/server/config/config.ts";
import { startServer } from "../../src/server/main.ts";
import { partFacts, predictionsOf, rightAmong, serverAccount, shownAs } from "./attacks/accounts.ts";
import { type Benchmark, drawBenchmark, importFile } from "./attacks/benchmark.ts";
import { Budget, CHANNEL_NAMES, channelAccount, LADDER } from "./attacks/channels.ts";
import { type CurvePoint, meanCurve, recordCurve } from "./attacks/curves.ts";
import type { Fact } from "./attacks/key-posterior.ts";
import { type Account, readerStanding, type Standing, samplingAttack } from "./attacks/sampling-attack.ts";
import { measurement, positive } from "./measurement.ts";

const ADMIN_KEY = "measure-sampling-admin-key";
const OPTIONS = 4;

const values = measurement(
  "sampling",
  `The attacker keeps a posterior of the key over everything that it is shown, by Gibbs sampling, and builds each sheet from it.
Prints a curve of right answers over chance, in points, with the sampler's own estimate beside it.`,
)
  .option("--questions <n>", "questions of the benchmark", positive, 1_000)
  .option("--submissions <n>", "submissions of the attacker", positive, 100)
  .option("--accounts <n>", "accounts of the attacker", positive, 1)
  .option("--every <n>", "prints the state after every n-th submission", positive, 25)
  .option("--seeds <n>", "how often the attack is made", positive, 1)
  .option("--readers <n>", "only reads this many public runs, and submits nothing", positive)
  .option("--partial", "submits partial runs")
  .option("--split", "puts half of the questions on the public board")
  .option("--together <n>", "quota of all owners together", positive)
  .option("--simulated", "without a server")
  .addOption(
    new Option("--channel <name>", "with --simulated: what a submission shows").choices(CHANNEL_NAMES).default(LADDER),
  )
  .option("--budget <points>", "with --channel: hides every value that would exceed the bits of this gain", positive)
  .option("--record <name>", "with --simulated: stores the mean curve under this name in bench/results/attacks.json")
  .parse()
  .opts<
    Readonly<
      Record<"questions" | "submissions" | "accounts" | "every" | "seeds", number> &
        Record<"channel", string> &
        Partial<
          Record<"readers" | "together" | "budget", number> &
            Record<"record", string> &
            Record<"partial" | "split" | "simulated", true>
        >
    >
  >();
const { questions } = values;
if (values.budget !== undefined && (values.channel === LADDER || values.simulated !== true))
  throw new Error("--budget needs --simulated and a --channel other than the Ladder, which a quota bounds.");
const scoredCount = values.split ? questions / 2 : questions;

type Measured = Omit<CurvePoint, "bitsGained">;

/** The points over chance of so many right answers. */
const points = (right: number, of = questions): number => (100 * right) / of - 100 / OPTIONS;

function report(seed: number, key: Uint8Array, { submissions, guess, estimated, numbers }: Standing): void {
  const right = key.filter((answer, question) => answer === guess[question]).length;
  console.log(
    `seed ${seed}: ${submissions} submissions, ${numbers} numbers: ${points(right).toFixed(2)} points over chance; estimated ${points(estimated).toFixed(2)}`,
  );
}

/** Attacks, and returns the last standing. */
async function attack(
  seed: number,
  accounts: readonly Account[],
  show: (standing: Standing) => void,
): Promise<Standing> {
  const standings = samplingAttack(accounts, {
    questions,
    options: OPTIONS,
    random: seededRandom(seed + 1000),
    submissions: values.submissions,
    every: values.every,
    partial: values.partial === true,
  });
  let last: Standing | undefined;
  for await (const standing of standings) {
    last = standing;
    show(standing);
  }
  if (last === undefined) throw new Error("The attack needs at least one submission.");
  return last;
}

async function simulate(seed: number): Promise<readonly Measured[]> {
  const random = seededRandom(seed);
  const key = Uint8Array.from({ length: questions }, () => Math.floor(random() * OPTIONS));
  // The questions are drawn independently, so any half of them is a random one for the attacker.
  const all = Array.from(key.keys());
  const boards = values.split ? [all.slice(0, scoredCount), all.slice(scoredCount)] : [all];
  const [scored = all] = boards;
  const most = values.budget === undefined ? undefined : bitsOfGain(values.budget / 100, scored.length, 1 / OPTIONS);
  const budget = new Budget(most);
  const account = () => channelAccount(values.channel, { key, scored, random }, budget);
  const curve: Measured[] = [];
  await attack(seed, Array.from({ length: values.accounts }, account), (standing) => {
    report(seed, key, standing);
    const gains = boards.map((board) => points(rightAmong(board, key, standing.guess), board.length));
    const [gain = 0, hidden = null] = gains;
    if (hidden !== null)
      console.log(`  on the public board ${gain.toFixed(2)}, on the private one ${hidden.toFixed(2)}`);
    const estimated = points(standing.estimated);
    curve.push({ submissions: standing.submissions, points: gain, private: hidden, estimated, bits: budget.told });
  });
  const bits = budget.told;
  reportTold(seed, { bits, points: 100 * gainOfBits(bits, scored.length, 1 / OPTIONS) });
  return curve;
}

/** Whether another submission is refused. */
async function reportRefusal(seed: number, account: Account, guess: Uint8Array): Promise<void> {
  const outcome = await account.submit(guess).then(
    () => "is shown",
    (error: unknown) => `is refused: ${(error as Error).message}`,
  );
  console.log(`seed ${seed}: the next submission ${outcome}`);
}

/** How much of the guess is right on either board. Only maintainers see this. */
async function reportParts(seed: number, url: string, benchmark: Benchmark, guess: Uint8Array): Promise<void> {
  const admin = new Omnidex({ url, apiKey: ADMIN_KEY });
  await admin.setSubmissionQuota({ benchmark: benchmark.slug });
  const predictions = predictionsOf(benchmark, guess);
  const { id } = await admin.submitRun({
    benchmark: benchmark.slug,
    model: { name: "x" },
    inputs: ["VIDEO"],
    predictions,
  });
  const query = `query ($id: ID!) { run(id: $id) {
    PUBLIC: score(board: PUBLIC) { value n coarse } PRIVATE: score(board: PRIVATE) { value n coarse } } }`;
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ query, variables: { id } }),
  });
  type Boards = Record<"PUBLIC" | "PRIVATE", { readonly value: number; readonly n: number; readonly coarse: boolean }>;
  const { run } = ((await response.json()) as { data: { run: Boards } }).data;
  for (const [board, { value, n, coarse }] of Object.entries(run)) {
    if (coarse) throw new Error("the administrator sees no exact score");
    const over = (100 * value - 100 / OPTIONS).toFixed(2);
    console.log(`seed ${seed}: on the ${board.toLowerCase()} board, ${over} points over chance on ${n} questions`);
  }
}

/** What the scores told at most, as the server counts it. */
const reportTold = (seed: number, { bits, points: most }: { readonly bits: number; readonly points: number }): void =>
  console.log(`seed ${seed}: the scores told ${bits.toFixed(1)} bits at most, which allow ${most.toFixed(2)} points`);

/** What a reader without a key sees of honest public runs, which have 30 to 80 % of the answers right. */
async function read(
  url: string,
  owners: readonly Omnidex[],
  benchmark: Benchmark,
  random: () => number,
): Promise<readonly Fact[]> {
  const reader = new Omnidex({ url });
  const facts: Fact[] = [];
  for (const [place, owner] of owners.entries()) {
    const skill = 0.3 + (0.5 * place) / Math.max(1, owners.length - 1);
    const sheet = benchmark.key.map((answer) => (random() < skill ? answer : Math.floor(random() * OPTIONS)));
    const { id } = await owner.submitRun({
      benchmark: benchmark.slug,
      model: { name: `model ${place}` },
      inputs: ["VIDEO"],
      visibility: "PUBLIC",
      predictions: predictionsOf(benchmark, sheet),
    });
    const shown = new Map<string, string>();
    for await (const { question, response } of reader.predictions(id)) shown.set(question.key, response ?? "");
    if (shown.size === 0) continue;
    const seen = Uint8Array.from(benchmark.questions, ({ key }) => benchmark.labels.indexOf(shown.get(key) ?? ""));
    const score = (await reader.run(id))?.score ?? null;
    if (score !== null && !score.repeatsBest)
      facts.push({ sheet: seen, questions: null, probability: shownAs(score.value, questions) });
    facts.push(...(await partFacts(reader, id, benchmark, seen)));
  }
  return facts;
}

async function measure(seed: number): Promise<void> {
  const config = {
    DATABASE_URL: process.env.DATABASE_URL ?? "memory:",
    OMNIDEX_ADMIN_KEY: ADMIN_KEY,
    OMNIDEX_LIMITS: "off",
    PORT: "0",
  };
  const server = await startServer(readConfig(config), () => {});
  try {
    const random = seededRandom(seed);
    const admin = new Omnidex({ url: server.url, apiKey: ADMIN_KEY });
    const drawn = drawBenchmark(`secret-${seed}`, questions, random);
    const { benchmark } = drawn;
    const access = `answers=hidden&public=${values.split ? 0.5 : 1}`;
    await importFile({ url: server.url, adminKey: ADMIN_KEY, access }, benchmark.slug, drawn.file);
    const together = values.together ?? null;
    await admin.setSubmissionQuota({ benchmark: benchmark.slug, together });
    const secretOf = async (name: string) => (await admin.createApiKey({ name, owner: name })).secret;
    if (values.readers !== undefined) {
      const owners = [];
      for (let place = 0; place < values.readers; place++)
        owners.push(new Omnidex({ url: server.url, apiKey: await secretOf(`honest ${place}`) }));
      const facts = await read(server.url, owners, benchmark, random);
      const options = { questions, options: OPTIONS, random, submissions: 0, every: 1 };
      return report(seed, benchmark.key, readerStanding(facts, options));
    }
    const accounts: Account[] = [];
    for (let place = 0; place < values.accounts; place++)
      accounts.push(serverAccount(server.url, await secretOf(`attacker ${place}`), benchmark));
    const { guess } = await attack(seed, accounts, (standing) => report(seed, benchmark.key, standing));
    const disclosure = await admin.disclosure(benchmark.slug);
    if (disclosure !== null) reportTold(seed, disclosure);
    if (together !== null) await reportRefusal(seed, accounts[0] as Account, guess);
    if (values.split) await reportParts(seed, server.url, benchmark, guess);
  } finally {
    await server.close();
  }
}

const curves: (readonly Measured[])[] = [];
for (let seed = 1; seed <= values.seeds; seed++) {
  if (values.simulated) curves.push(await simulate(seed));
  else await measure(seed);
}
if (values.simulated) {
  const curve = meanCurve(curves, (mean) => bitsOfGain(Math.max(0, mean / 100), scoredCount, 1 / OPTIONS));
  console.table(curve);
  if (values.record !== undefined) await recordCurve(values.record, { seeds: values.seeds, curve });
}
