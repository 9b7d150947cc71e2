import { type AnswerMatrix, hasBit } from "../../../src/scoring/items/outcome-matrix.ts";

/** A question's figures by their definitions, run by run: a second implementation to compare with. */
export interface NaiveStatistics {
  readonly asked: number;
  readonly share: number;
  readonly shareByBand: readonly number[];
  readonly itemRest: number;
  readonly unparsed: number;
  readonly agreement: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const [x, y] = [mean(pairs.map(([first]) => first)), mean(pairs.map(([, second]) => second))];
  const cross = mean(pairs.map(([first, second]) => (first - x) * (second - y)));
  const spread = (at: 0 | 1, centre: number): number => Math.sqrt(mean(pairs.map((pair) => (pair[at] - centre) ** 2)));
  const product = spread(0, x) * spread(1, y);
  return product < 1e-9 ? Number.NaN : cross / product;
}

export function naiveStatistics(matrix: AnswerMatrix, question: number): NaiveStatistics {
  const scores = matrix.runs.map((run) =>
    Array.from({ length: matrix.questions }, (_, at) =>
      !hasBit(run.asked, at)
        ? null
        : run.graded === null || hasBit(run.unparsed, at)
          ? Number(hasBit(run.correct, at))
          : (run.graded[at] ?? 0),
    ),
  );
  const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
  const means = scores.map((ofRun) => mean(known(ofRun)));
  const asking = matrix.runs.flatMap((_, run) => (scores[run]?.[question] == null ? [] : [run]));
  const scoreOf = (run: number): number => scores[run]?.[question] ?? 0;
  const order = [...means.keys()].sort((a, b) => (means[a] ?? 0) - (means[b] ?? 0));
  const bandOf = (run: number): number => Math.floor((order.indexOf(run) * 3) / order.length);
  return {
    asked: asking.length,
    share: mean(asking.map(scoreOf)),
    shareByBand: [0, 1, 2].map((band) => mean(asking.filter((run) => bandOf(run) === band).map(scoreOf))),
    itemRest: correlation(
      asking.map((run) => [scoreOf(run), mean(known((scores[run] ?? []).toSpliced(question, 1)))] as const),
    ),
    unparsed: mean(asking.map((run) => Number(hasBit(matrix.runs[run]?.unparsed ?? new Int32Array(), question)))),
    agreement: naiveAgreement(matrix, question),
  };
}

function naiveAgreement({ runs }: AnswerMatrix, question: number): number {
  const choosing = runs.filter(({ choices }) => (choices?.[question] ?? 0) !== 0);
  const pairs = choosing.flatMap((one, index) =>
    choosing
      .slice(0, index)
      .filter((other) => other.family !== one.family)
      .map((other) => [one, other] as const),
  );
  return mean(pairs.map(([one, other]) => Number(one.choices?.[question] === other.choices?.[question])));
}
