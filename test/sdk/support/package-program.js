// A typical use of the installed package in any JavaScript runtime: it reads, slices, submits, and handles an error.
import { isOmnidexFailure, Omnidex } from "@omnidex/sdk";
import { slice } from "@omnidex/sdk/slice";

function check(condition, what) {
  if (!condition) throw new Error(`Not as it should be: ${what}`);
}

/** Returns a line that says what was done. */
export async function useThePackage(url, apiKey) {
  const omnidex = new Omnidex({ url, apiKey });
  const filter = { benchmarks: ["omnidex-demo"], audioTypes: { any: ["MUSIC"] } };
  const questions = await omnidex.questions({ filter, pageSize: 50 }).toArray();
  const { totalCount } = await omnidex.questions({ filter }).page();
  check(questions.length === totalCount && totalCount > 50, "the pages of a list");
  check(omnidex.lastResponse.cost.limit > 0, "the cost of the last response");
  const { fingerprint } = await omnidex.slice(filter);
  check((await slice(filter).fingerprint()) === fingerprint, "the fingerprint of a slice");
  const predictions = questions.map(({ key }) => ({ question: key, response: "(B)" }));
  const submission = { benchmark: "omnidex-demo", model: { name: "packed" }, inputs: ["VIDEO"], predictions };
  const run = await omnidex.submitRun(submission);
  check(run.status === "SCORED" && run.id === (await omnidex.submitRun(submission)).id, "a submission");
  const { viewer } = await omnidex.query("{ viewer { owner } }");
  check(viewer.owner.length > 0, "a query");
  const error = await omnidex.breakdown("run_999999", { by: ["TASK"] }).catch((caught) => caught);
  check(isOmnidexFailure(error) && error.code === "NOT_FOUND", "an error");
  return `${questions.length} questions, score ${run.score.value.toFixed(3)}`;
}

if (globalThis.process?.argv?.[2] === "run") {
  const { OMNIDEX_URL, OMNIDEX_API_KEY } = globalThis.process.env;
  console.log(await useThePackage(OMNIDEX_URL, OMNIDEX_API_KEY));
}
