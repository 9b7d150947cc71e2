import { beforeAll, describe, expect, it } from "vitest";
import { addReading, emptyTally, failureOf, readOutput } from "../../scripts/measure/extraction/reading-tally.ts";
import {
  classify,
  type Kind,
  modelsIn,
  OUTPUTS_FOLDER,
  type RealOutput,
  realOutputs,
} from "../../scripts/measure/extraction/real-outputs.ts";
import { omnidexExtractor } from "../../src/reading/omnidex/omnidex-extractor.ts";

const EVERY = 10;
const isPresent = modelsIn(OUTPUTS_FOLDER).length > 0;
if (!isPresent) console.log("skipped: mmlu-pro is not in OMNIDEX_DATASETS nor in ../shared/datasets");

/** Omnidex's readings of the outputs of one kind, with the model and id of each misread output. */
const tallies = {
  plain: { ...emptyTally(), misread: [] as string[] },
  "run-on": { ...emptyTally(), misread: [] as string[] },
  labelled: { ...emptyTally(), misread: [] as string[] },
};

function read(output: RealOutput): void {
  if (output.kind === "open" || output.gold === undefined) return;
  const tally = tallies[output.kind];
  const letter = readOutput(omnidexExtractor, output);
  addReading(tally, output.gold, letter);
  const failure = failureOf(output.gold, letter);
  if (failure === null) return;
  tally.misread.push(
    `${output.model} ${output.id} ${failure}: gold ${output.gold ?? "none"}, read ${letter ?? "none"}`,
  );
}

const firstMisread = (kind: Exclude<Kind, "open">): string => tallies[kind].misread.slice(0, 20).join("\n");

describe.skipIf(!isPresent)("real outputs of ten models", () => {
  beforeAll(() => {
    for (const { outputs } of realOutputs(OUTPUTS_FOLDER)) {
      const plain = outputs.filter(({ kind }) => kind === "plain").filter((_, at) => at % EVERY === 0);
      for (const output of [...plain, ...outputs.filter(({ kind }) => kind !== "plain")]) read(output);
    }
  });

  it("are never read as a wrong letter if they are plain, and missed in at most 0.01 %", () => {
    const { n, wrongLetter, missed } = tallies.plain;
    expect(n).toBeGreaterThan(5_000);
    expect(wrongLetter, firstMisread("plain")).toBe(0);
    expect(missed, firstMisread("plain")).toBeLessThanOrEqual(Math.ceil(n / 10_000));
  });

  it("are read correctly in at least 99.9 % if the text continues after the letter", () => {
    const { n, right } = tallies["run-on"];
    expect(n).toBeGreaterThan(5_000);
    expect(right / n, firstMisread("run-on")).toBeGreaterThanOrEqual(0.999);
  });

  it("are read correctly in at least 97 % of the labelled ones, with at most one wrong letter", () => {
    const { n, right, wrongLetter } = tallies.labelled;
    expect(n).toBeGreaterThan(100);
    expect(wrongLetter, firstMisread("labelled")).toBeLessThanOrEqual(1);
    expect(right / n, firstMisread("labelled")).toBeGreaterThanOrEqual(0.97);
  });
});

describe("the kind of a real output", () => {
  it.each([
    ["So the answer is (C).", 4, "plain", "C"],
    ["The answer is (C). Thus the answer is C.\n\n", 4, "plain", "C"],
    ["The answer is (C).\n\nQuestion:\nWho?\nThe answer is (A).", 4, "run-on", "C"],
    ["The answer is (A). The answer is (B).", 4, "open", undefined],
    ["The answer is (E).", 4, "open", undefined],
    ["The answer is (C) because of the bell.", 4, "open", undefined],
    ["I cannot tell.", 4, "open", undefined],
  ])("%j with %d options is %s: %s", (response, options, kind, gold) => {
    expect(classify(response, options)).toEqual({ kind, gold });
  });
});
