import { beforeAll, expect, it } from "vitest";
import { describeDryRun, describeOutcome } from "../../../src/cli/submit/submission-outcome.ts";
import type { ReaderReport } from "../../../src/formats/join/reader-report.ts";
import { Omnidex, type SubmittedRun } from "../../../src/sdk/index.ts";
import type { DryRun } from "../../../src/submitting/dry-run.ts";
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
  describeOutcome({
    run: { ...run, ...fields },
    estimate: null,
    strongest: [],
    weakest: [],
    rank: null,
    quota: null,
    judgeable: 0,
  });

it("the outcome of a scored run says how to see its rank", () => {
  expect(textOf({})).toContain("where it stands");
  expect(textOf({})).not.toContain("judge");
});

it("the outcome of a run that waits for the judge says how to see when the judge is done", () => {
  expect(textOf({ score: null, status: "JUDGING" })).toContain("shows when the judge is done");
});

it("a run without a question that can be scored is not said to wait for a judge", () => {
  const text = textOf({ score: null, status: "SCORED" });
  expect(text).toContain("says why it has no score");
  expect(text).not.toContain("judge");
  expect(text).not.toContain("where it stands");
});

it("a dry run says what is left of the quota, and that a new submission would be refused", () => {
  const fields = { benchmark: DEMO, model: { name: "m" }, inputs: ["VIDEO"] } as const;
  const read: ReaderReport = {
    ...{ format: "omnidex", rows: 1, predictions: 1, errors: 0, missing: 0, problemCount: 0 },
    ...{ problems: [], shift: null, isCut: false, notes: [] },
  };
  const server: DryRun = { ...run.report, mixedConfirmations: false, issues: [] };
  const quota = {
    benchmark: DEMO,
    perDay: 2,
    inAll: null,
    together: null,
    usedToday: 1,
    usedInAll: 1,
    usedTogether: null,
    remaining: 1,
    resetSeconds: 7200,
  };
  const text = (own: typeof quota | null): string => describeDryRun(fields, read, server, own);
  expect(text(quota)).toContain(`Submissions left on ${DEMO}: 1 of 2 today; the next day begins in 2 h.`);
  expect(text(quota)).not.toContain("refused");
  expect(text({ ...quota, usedToday: 2, remaining: 0 })).toContain(
    "0 of 2 today; the next day begins in 2 h. A new submission would be refused with QUOTA_EXCEEDED.",
  );
  expect(text(null)).not.toContain("left");
});
