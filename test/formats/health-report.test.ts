import { describe, expect, it } from "vitest";
import {
  findingText,
  healthMarkdown,
  modalityText,
  PROBLEM_TITLES,
  type ReportedFinding,
  type ReportedHealth,
  withheldTexts,
} from "../../src/formats/tables/health-tables.ts";
import { notCountedTexts } from "../../src/formats/tables/run-counts.ts";
import { HEALTH_PROBLEMS } from "../../src/scoring/items/health-findings.ts";

const EVIDENCE = { runs: 12, families: 4 };
const finding = (changes: Partial<ReportedFinding>): ReportedFinding => ({
  problem: "SUSPECTED_KEY",
  question: { key: "v|1", text: "Who *sings*?" },
  figure: 3.21,
  other: null,
  ...changes,
});
const report: ReportedHealth = {
  release: { version: 2 },
  questionCount: 1_662,
  evidence: EVIDENCE,
  leftOut: 0,
  uncounted: { openEnded: 0, partial: 0, fewerInputs: 0 },
  withheld: [{ figure: "MODEL", has: { runs: 6, families: 1 }, needs: { runs: 8, families: 3 } }],
  problems: [
    { problem: "SUSPECTED_KEY", questions: 3 },
    { problem: "ALL_RIGHT", questions: 0 },
  ],
  modalities: [
    { modality: "VIDEO", evidence: EVIDENCE, tested: 1_662, answered: 7 },
    { modality: "AUDIO", evidence: { runs: 1, families: 1 }, tested: 0, answered: 0 },
  ],
  duplicateVideos: [{ video: { key: "b" }, other: { key: "a" }, reasons: ["SAME_ADDRESS", "SAME_QUESTIONS"] }],
};

describe("a health report as Markdown", () => {
  const text = healthMarkdown("world_sense", report, [finding({})]);

  it("has the report's numbers, the figures that are left out, and the findings with the number of unlisted findings", () => {
    expect(text).toBe(`# Health of world_sense, release 2

1,662 questions; 12 runs of 4 families.

Negative discriminations need 8 runs of 3 families of models; there are 6 runs of 1 family. Submit 2 more, of 2 other families.

Without video, models answer 7 of 1,662 questions as well as with it (12 models of 4 families).

To show what models answer without audio, submit runs of the same models with it and without it. There are such runs of 1 model of 1 family.

| Problem | Questions |
| --- | ---: |
| The key is probably wrong | 3 |
| All runs are right | 0 |

## The key is probably wrong

| Question | Evidence | Text |
| --- | --- | --- |
| v\\|1 | ln LR 3.2 | Who \\*sings\\*? |

And 2 other questions.

## Videos that may be the same

| Video | Earlier video | In common |
| --- | --- | --- |
| b | a | one address, the same questions |
`);
  });

  it("says which runs are not counted, and why", () => {
    const few = { ...report, leftOut: 1, uncounted: { openEnded: 2, partial: 1, fewerInputs: 3 }, withheld: [] };
    expect(withheldTexts(few)).toEqual([
      "Not counted: 2 runs asked without options, 1 partial run.",
      "Counted only for answers without video or audio: 3 runs with fewer inputs than another run of the model.",
      "1 run is not counted, since there are more than 2,000.",
    ]);
    expect(notCountedTexts(few)[1]).toBe("Not counted: 3 runs with fewer inputs than another run of the model.");
    const [one] = withheldTexts({
      ...report,
      withheld: [{ figure: "MODEL", has: { runs: 1, families: 1 }, needs: EVIDENCE }],
    });
    expect(one).toBe(
      "Negative discriminations need 12 runs of 4 families of models; there is 1 run of 1 family. Submit 11 more, of 3 other families.",
    );
  });

  it("has words for every problem and every figure", () => {
    expect(Object.keys(PROBLEM_TITLES)).toEqual([...HEALTH_PROBLEMS]);
    const of = (problem: ReportedFinding["problem"], figure: number | null, other = "x"): string =>
      findingText({ problem, figure, other: { key: other } });
    expect([
      of("NEGATIVE_DISCRIMINATION", -0.254),
      of("ALL_WRONG", 12),
      of("DUPLICATE", 0.9231, "video_7/2"),
      of("ANSWERED_WITHOUT_VIDEO", 1),
      of("OFTEN_UNPARSED", 0.5),
      of("NEGATIVE_DISCRIMINATION", null),
    ]).toEqual([
      "correlation −0.25",
      "12 runs",
      "92 % of the words of video_7/2",
      "100 % of the models keep their right answer",
      "50 % of the responses",
      "",
    ]);
    expect(modalityText({ modality: "AUDIO", evidence: EVIDENCE, tested: 1, answered: 1 })).toContain(
      "1 of 1 question ",
    );
  });
});
