/** Asks a model the questions of a benchmark, submits its raw outputs, and prints its score and where it is weakest. */
import { Omnidex } from "@omnidex/sdk";

const [benchmark = "omnidex-demo"] = process.argv.slice(2);
const omnidex = new Omnidex({
  url: process.env.OMNIDEX_URL ?? "http://127.0.0.1:4000",
  apiKey: process.env.OMNIDEX_API_KEY,
});

/** Replace this with a call to your model. This one gives the same response to every prompt. */
async function ask(_prompt: string): Promise<string> {
  return "The answer is (B).";
}

/** Asks the model each question once. `submitRun` holds the rows in memory in case it has to send them in several calls. */
async function* predictions() {
  for await (const { key, prompt } of omnidex.prompts({ filter: { benchmarks: [benchmark] } })) {
    yield { question: key, response: await ask(prompt) };
  }
}

const run = await omnidex.submitRun({
  benchmark,
  model: { name: "always-b" },
  inputs: ["VIDEO", "AUDIO"],
  predictions: predictions(),
});
if (run.score === null) throw new Error("the run is not scored yet");
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const { value, interval, n } = run.score;
console.log(`${percent(value)} of ${n} (95 %: ${percent(interval.lower)} to ${percent(interval.upper)})`);

const cells = await omnidex.breakdown(run.id, { by: ["TASK"] });
const weakest = [...cells].sort((a, b) => a.score.value - b.score.value).slice(0, 3);
for (const { keys, score } of weakest)
  console.log(`${keys.map(({ label }) => label).join(", ")}: ${percent(score.value)} of ${score.n}`);
