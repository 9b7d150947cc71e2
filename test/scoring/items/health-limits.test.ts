import { describe, expect, it } from "vitest";
import { testModality } from "../../../src/scoring/items/answered-without.ts";
import { type HealthProblem, healthFindings } from "../../../src/scoring/items/health-findings.ts";
import type { ItemFit } from "../../../src/scoring/items/item-fit.ts";
import type { KeySuspect } from "../../../src/scoring/items/key-suspect.ts";
import { jaccard, nearDuplicates } from "../../../src/scoring/items/near-duplicates.ts";
import { runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import type { QuestionStatistics } from "../../../src/scoring/items/question-statistics.ts";

const evidence = { runs: 10, families: 4 };

/** Statistics of questions with the given figures. All other figures have usual values. */
function statisticsOf(questions: readonly { asked: number; share: number; unparsed: number }[]): QuestionStatistics {
  const column = (value: number): Float64Array => new Float64Array(questions.length).fill(value);
  return {
    evidence,
    familyCorrelation: 0,
    bandOf: new Uint8Array(10),
    asked: Uint32Array.from(questions, ({ asked }) => asked),
    families: new Uint32Array(questions.length).fill(4),
    share: Float64Array.from(questions, ({ share }) => share),
    lower: column(0),
    upper: column(1),
    shareByBand: new Float64Array(3 * questions.length),
    itemRest: column(-0.25),
    unparsed: Float64Array.from(questions, ({ unparsed }) => unparsed),
    agreement: column(0.5),
  };
}

const NOTHING = { fit: null, suspects: [], ambiguous: [], duplicates: [], repeated: [], modalities: [] };

describe("health findings", () => {
  it("need six runs, and a share of 0 or 1 or at least half of the responses unparsed", () => {
    const statistics = statisticsOf([
      { asked: 6, share: 1, unparsed: 0 },
      { asked: 5, share: 1, unparsed: 0 },
      { asked: 6, share: 0, unparsed: 0.5 },
      { asked: 5, share: 0, unparsed: 1 },
      { asked: 9, share: 0.5, unparsed: 0.49 },
    ]);
    expect(healthFindings({ ...NOTHING, statistics })).toEqual([
      { problem: "ALL_RIGHT", question: 0, figure: 6, other: null },
      { problem: "ALL_WRONG", question: 2, figure: 6, other: null },
      { problem: "OFTEN_UNPARSED", question: 2, figure: 0.5, other: null },
    ]);
  });

  it("need a probability of one half for suspected keys, and of 95 % for a negative discrimination", () => {
    const statistics = statisticsOf(Array.from({ length: 4 }, () => ({ asked: 9, share: 0.5, unparsed: 0 })));
    const suspect = (question: number, probability: number): KeySuspect => ({
      ...{ question, key: 1, proposed: 2, evidence: 7, probability },
      ...{ proposedBy: evidence, keyChosenBy: evidence, answeredBy: evidence },
    });
    // −0.5 + 1.645 · 0.31 > 0 > −0.5 + 1.645 · 0.3.
    const fit = {
      discrimination: Float64Array.of(-0.5, -0.5, 0.5, -0.5),
      discriminationError: Float64Array.of(0.3, 0.31, 0.1, 0.1),
    } as Partial<ItemFit> as ItemFit;
    const findings = healthFindings({
      ...NOTHING,
      statistics,
      fit,
      suspects: [suspect(2, 0.5), suspect(3, 0.5), suspect(1, 0.499)],
    });
    expect(findings).toEqual([
      { problem: "NEGATIVE_DISCRIMINATION", question: 0, figure: -0.25, other: null },
      { problem: "SUSPECTED_KEY", question: 2, figure: 7, other: null },
      { problem: "SUSPECTED_KEY", question: 3, figure: 7, other: null },
      { problem: "NEGATIVE_DISCRIMINATION", question: 3, figure: -0.25, other: null },
    ] satisfies { problem: HealthProblem; question: number; figure: number; other: number | null }[]);
  });

  it("name the other question of a duplicate, and the share of right models that stay right without a modality", () => {
    const counts = { asked: 10, right: 8, kept: 6, gained: 2, lost: 2 };
    const modality = { modality: "AUDIO", evidence, withheld: null } as const;
    const findings = healthFindings({
      ...NOTHING,
      statistics: statisticsOf([{ asked: 9, share: 0.5, unparsed: 0 }]),
      ambiguous: [{ question: 3, evidence: 2 }],
      duplicates: [{ question: 3, other: 1, similarity: 0.95 }],
      repeated: [{ question: 4, other: 2, similarity: 0.9 }],
      modalities: [
        {
          ...modality,
          questions: [
            { question: 2, ...counts, pValue: 0.05 },
            { question: 5, ...counts, pValue: 0.0501 },
          ],
        },
      ],
    });
    expect(findings).toEqual([
      { problem: "ANSWERED_WITHOUT_AUDIO", question: 2, figure: 0.75, other: null },
      { problem: "AMBIGUOUS_KEY", question: 3, figure: 2, other: null },
      { problem: "DUPLICATE", question: 3, figure: 0.95, other: 1 },
      { problem: "REPEATED", question: 4, figure: 0.9, other: 2 },
    ]);
  });
});

describe("the counts of models with and without a modality", () => {
  const key = Uint8Array.of(1, 1, 1);
  const run = (family: number, right: readonly boolean[], asked = 0b111) => ({
    ...runOfChoices(
      Uint8Array.from(right, (isRight) => (isRight ? 1 : 2)),
      key,
      family,
    ),
    asked: Int32Array.of(asked),
  });
  const pair = (family: number, given: readonly boolean[], without: readonly boolean[], asked = 0b111) => ({
    given: run(family, given),
    without: run(family, without, asked),
  });
  const [yes, no] = [true, false];
  const pairs = [
    pair(0, [yes, yes, yes], [yes, no, yes], 0b011),
    pair(1, [yes, yes, no], [no, no, yes], 0b011),
    pair(2, [no, yes, no], [yes, yes, yes], 0b011),
    pair(3, [no, yes, no], [no, yes, yes], 0b011),
    pair(4, [yes, no, no], [yes, no, yes], 0b011),
    pair(5, [yes, no, no], [yes, yes, yes], 0b011),
  ];

  it("include only models that were asked the question both times", () => {
    const { questions, evidence: found } = testModality(
      { questions: 3, options: Uint8Array.of(4, 2, 4) },
      "VIDEO",
      pairs,
    );
    expect(found).toEqual({ runs: 6, families: 6 });
    expect(questions).toEqual([
      { question: 0, asked: 6, right: 4, kept: 3, gained: 1, lost: 1, pValue: expect.any(Number) },
      { question: 1, asked: 6, right: 4, kept: 2, gained: 2, lost: 1, pValue: expect.any(Number) },
    ]);
    // P(at least 3 of 4) at 1/4 is 13/256, doubled because there are two tests; P(at least 2 of 4) at 1/2 is 11/16.
    expect(questions.map(({ pValue }) => pValue)).toEqual([
      expect.closeTo((2 * 13) / 256, 9),
      expect.closeTo(11 / 16, 9),
    ]);
  });
});

describe("near-duplicates", () => {
  it("are listed with the share of common words and the most similar earlier question, the first if several are equal", () => {
    expect(jaccard(Int32Array.of(1, 2, 3), Int32Array.of(2, 3, 4, 5))).toBeCloseTo(2 / 5, 12);
    expect(jaccard(new Int32Array(), new Int32Array())).toBe(0);
    const [first, second] = ["a1 a2 a3 a4 a5 a6 a7 a8 a9 b1", "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2"];
    const texts = [first, second, `${first} b3`, first, "", ""];
    expect(nearDuplicates(texts, new Int32Array(6))).toEqual([
      { question: 1, other: 0, similarity: expect.closeTo(10 / 11, 9) },
      { question: 2, other: 0, similarity: expect.closeTo(10 / 11, 9) },
      { question: 3, other: 0, similarity: 1 },
    ]);
    expect(nearDuplicates(["x y z", "x y w"], new Int32Array(2), 0.5)).toEqual([
      { question: 1, other: 0, similarity: 0.5 },
    ]);
    expect(nearDuplicates(["x y z", "x y w"], new Int32Array(2), 0.51)).toEqual([]);
    expect(nearDuplicates(["x y z", "x y z"], Int32Array.of(0, 1))).toEqual([]);
  });
});
