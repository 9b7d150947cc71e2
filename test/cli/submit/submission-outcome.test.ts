import { beforeAll, expect, it } from "vitest";
import { describeOutcome } from "../../../src/cli/submit/submission-outcome.ts";
import { Omnidex, type SubmittedRun } from "../../../src/sdk/index.ts";
import { ADMIN_KEY, serveCli } from "../served-cli.ts";

const cli = serveCli();
const DEMO = "omnidex-demo";

let run: SubmittedRun;
beforeAll(async () => {
  const omnidex = new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
  const questions = await omnidex.questions({ filter: { benchmarks: [DEMO] } }).toArray();
  const predictions = questions.map(({ key }) => ({ question: key, response: "A" }));
  run = await omnidex.submitRun({ benchmark: DEMO, model: { name: "m" }, inputs: ["VIDEO"], predictions });
});

const textOf = (fields: Partial<SubmittedRun>): string =>
  describeOutcome({ run: { ...run, ...fields }, estimate: null, strongest: [], weakest: [], rank: null, quota: null });

it("a run with a score is followed by where it stands", () => {
  expect(textOf({})).toContain("where it stands");
  expect(textOf({})).not.toContain("judge");
});

it("a run that waits for the judge is followed by how to see when that is done", () => {
  expect(textOf({ score: null, status: "JUDGING" })).toContain("shows when the judge is done");
});

it("a run without a question that can be scored is not said to wait for a judge", () => {
  const text = textOf({ score: null, status: "SCORED" });
  expect(text).toContain("says why it has no score");
  expect(text).not.toContain("judge");
  expect(text).not.toContain("where it stands");
});
