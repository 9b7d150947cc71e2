import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerKey, Box } from "../../../src/domain/import-batch.ts";
import type { AnswerFormat } from "../../../src/domain/vocabulary.ts";
import type { TaskFigure } from "../../../src/scoring/metrics/avi-tasks/task-figure.ts";
import { scorerForFormat } from "../../../src/scoring/scorers/scorer-registry.ts";
import { cases } from "../../support/cases.ts";
import { figures, type Row } from "./avi-task-rows.ts";

const SIZE = [640, 480] as const;
const name = fc.constantFrom("dog", "cat", "dog_1", "dog_2", "frame_0", "frame_1", "__proto__x");
const edge = fc.integer({ min: 0, max: 300 });
const side = fc.integer({ min: 1, max: 300 });
const box: fc.Arbitrary<Box> = fc.tuple(edge, edge, side, side);

const counts: fc.Arbitrary<AnswerKey> = fc
  .dictionary(name, fc.integer({ min: 1, max: 30 }), { minKeys: 1, noNullPrototype: true })
  .map((own) => ({ kind: "counts", counts: own }));
const indices: fc.Arbitrary<AnswerKey> = fc
  .uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 6 })
  .map((own) => ({ kind: "indices", indices: own }));
const boxes = (value: fc.Arbitrary<Box | null>): fc.Arbitrary<AnswerKey> =>
  fc
    .dictionary(name, value, { minKeys: 1, noNullPrototype: true })
    .map((own) => ({ kind: "boxes", boxes: own, size: SIZE }));

const shares = ([x, y, w, h]: Box): number[] => [x / SIZE[0], y / SIZE[1], (x + w) / SIZE[0], (y + h) / SIZE[1]];

/** The answer that equals the key. */
function perfect(key: AnswerKey): string {
  if (key.kind === "counts") return JSON.stringify(key.counts);
  if (key.kind === "indices") return JSON.stringify(key.indices);
  if (key.kind !== "boxes") throw new Error(key.kind);
  return JSON.stringify(
    Object.fromEntries(Object.entries(key.boxes).map(([own, value]) => [own, value && shares(value)])),
  );
}

const number = fc.oneof(
  fc.integer({ min: -3, max: 20 }),
  fc.constantFrom("NaN", "Infinity", "-1", "1e9", "1e308", "-1e308", "null", "[0, 0, 0.5, 0.5]", "[0.5, 0.5, 0, 0]"),
  fc.tuple(fc.double(), fc.double(), fc.double(), fc.double()).map((corners) => `[${corners.join()}]`),
);
/** Good, bad, absurd and missing answers. */
const answer: fc.Arbitrary<string | null> = fc.oneof(
  fc.constant(null),
  fc.constantFrom("", "none", "{", "[", "{}", "[]", `[${Array.from({ length: 10_000 }).map((_, index) => index)}]`),
  fc
    .array(fc.tuple(name, number), { maxLength: 4 })
    .map((all) => `{${all.map(([own, value]) => `"${own}": ${value}`)}}`),
  fc.array(number, { maxLength: 9 }).map((all) => `[${all.join()}]`),
);

const TASKS: readonly (readonly [task: string, format: AnswerFormat, key: fc.Arbitrary<AnswerKey>])[] = [
  ["amic", "INSTANCE_COUNTS", counts],
  ["vmic", "INSTANCE_COUNTS", counts],
  ["avl", "BOXES", boxes(box)],
  ["avlg", "FRAME_BOXES", boxes(fc.option(box, { freq: 3 }))],
  ["var", "RETRIEVAL", indices],
  ["avr", "RETRIEVAL", indices],
];

const within = (figure: TaskFigure | null | undefined): boolean =>
  figure == null ||
  (figure.value >= 0 &&
    figure.value <= 1 &&
    figure.parts.every((part) => part.value >= 0 && part.value <= (part.name === "RMSE" ? 20 : 1)));

describe.each(TASKS)("the figure of the task %s", (task, format, key) => {
  const rows = fc.array(fc.tuple(key, answer), { maxLength: 12 });
  const options = { numRuns: cases(100), seed: 20_263 };

  it("is 1 in its official form if all predictions that are not missing are perfect", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { minLength: 1, maxLength: 8, selector: perfect }),
        fc.nat(3),
        (keys, missing) => {
          const sent = keys.map((own): Row => [own, perfect(own)]);
          const { official } = figures(task, [...sent, ...keys.slice(0, missing).map((own): Row => [own, null])]) ?? {};
          expect(official?.value).toBeCloseTo(1, 9);
          expect(figures(task, sent)?.strict?.value).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  it("over a single question equals the score of that question", () => {
    fc.assert(
      fc.property(key, answer, (own, text) => {
        const { strict, official } = figures(task, [[own, text]]) ?? {};
        const extraction = { kind: "answer", answer: text ?? "", rule: "", span: { start: 0, end: 0 } } as const;
        const verdict = scorerForFormat(format)?.score({ ...extraction, ambiguous: false }, own, { options: [], task });
        expect(strict?.value).toBeCloseTo(verdict?.score ?? -1, 12);
        if (verdict?.outcome !== "UNPARSED" && text !== null && (text.length < 300 || !/mic/.test(task)))
          expect(official).toEqual(strict);
      }),
      options,
    );
  });

  it("is between 0 and 1 for any answers in any order", () => {
    fc.assert(
      fc.property(rows, (own) => {
        const { official, strict } = figures(task, own) ?? {};
        expect(within(official) && within(strict)).toBe(true);
        expect(strict?.n ?? 0).toBe(own.length);
        expect(official?.n ?? 0).toBeLessThanOrEqual(own.filter(([, text]) => text !== null).length);
        const turned = figures(task, own.toReversed());
        expect(turned?.official?.value ?? 0).toBeCloseTo(official?.value ?? 0, 12);
      }),
      options,
    );
  });

  it("is below 1 in its strict form if one prediction is missing and all others are perfect", () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 2, maxLength: 8, selector: perfect }), (keys) => {
        const [first, ...others] = keys.map((own): Row => [own, perfect(own)]);
        const without = figures(task, [[first?.[0] ?? { kind: "indices", indices: [] }, null], ...others]);
        expect(without?.strict?.value).toBeLessThan(1);
      }),
      options,
    );
  });
});
