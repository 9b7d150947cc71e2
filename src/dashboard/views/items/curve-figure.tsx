import { percent } from "../../../domain/figures-text.ts";
import { evidenceText } from "../../../formats/tables/run-counts.ts";
import type { Item } from "../../../sdk/index.ts";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { coefficient } from "./items-page-queries.ts";
import { PlotFrame, xOf, yOf } from "./plot-frame.tsx";

/** The two-parameter logistic model of a question. */
type ItemModel = NonNullable<Item["model"]>;

/** A point of an item characteristic curve. */
interface CurvePoint {
  /** The ability θ. */
  readonly ability: number;
  /** P(right | θ), from 0 to 1. */
  readonly share: number;
  /** The ends of the 95 % interval at this θ. */
  readonly lower: number;
  readonly upper: number;
}

/** The range of abilities of a drawn curve, in standard deviations of the runs' abilities. */
const ABILITIES = { from: -3, to: 3 } as const;
const STEPS = 60;
/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

/**
 * A point of the curve. Its interval is the interval of the logit aθ + c, whose variance is θ²·Var(a) + 2θ·Cov(a, c) +
 * Var(c). The ability θ is treated as known.
 */
export function curveAt({ a, c, aError, cError, covariance }: ItemModel, ability: number): CurvePoint {
  const logit = a * ability + c;
  const variance = ability * ability * aError * aError + 2 * ability * covariance + cError * cError;
  const spread = Z * Math.sqrt(Math.max(0, variance));
  return { ability, share: logistic(logit), lower: logistic(logit - spread), upper: logistic(logit + spread) };
}

/** The curve over all abilities that are drawn. */
const curveOf = (model: ItemModel): readonly CurvePoint[] =>
  Array.from({ length: STEPS + 1 }, (_, step) =>
    curveAt(model, ABILITIES.from + (step * (ABILITIES.to - ABILITIES.from)) / STEPS),
  );

/** The points that the table of a curve lists. */
const tablePoints = (model: ItemModel): readonly CurvePoint[] =>
  [-2, -1, 0, 1, 2].map((ability) => curveAt(model, ability));

const TICKS = [-3, -2, -1, 0, 1, 2, 3].map((ability) => ({
  at: fractionOf(ability),
  label: String(ability).replace("-", "−"),
}));

function fractionOf(ability: number): number {
  return (ability - ABILITIES.from) / (ABILITIES.to - ABILITIES.from);
}

const path = (points: readonly { readonly ability: number }[], shareOf: (index: number) => number): string =>
  points
    .map(
      ({ ability }, index) =>
        `${index === 0 ? "M" : "L"}${xOf(fractionOf(ability)).toFixed(2)} ${yOf(shareOf(index)).toFixed(2)}`,
    )
    .join("");

/** The item characteristic curve with its 95 % band, and its figures as a table. */
export function CurveFigure({ model }: { readonly model: ItemModel }) {
  const points = curveOf(model);
  return (
    <figure className="stack tight">
      <figcaption>
        <h3>Right by ability</h3>
        <p
          className="faint small"
          title="The two-parameter logistic model: P(right) = 1 / (1 + exp(−(aθ + c))), where θ is a run's ability; ± is the standard error"
        >
          The 2PL model: a = {coefficient(model.a)} ± {model.aError.toFixed(2)}, c = {coefficient(model.c)} ±{" "}
          {model.cError.toFixed(2)}
          {model.b !== null && `, difficulty b = ${coefficient(model.b)}`}; from {evidenceText(model.evidence)}
        </p>
      </figcaption>
      <PlotFrame
        label={`The probability of a right answer by ability, with its 95 % band. ${summary(model)}`}
        axis="ability θ, in standard deviations of the runs"
        ticks={TICKS}
      >
        <path className="band" d={bandPath(points)} />
        <path className="curve" d={path(points, (index) => points[index]?.share ?? 0)} />
      </PlotFrame>
      <CurveTable model={model} />
    </figure>
  );
}

function bandPath(points: readonly CurvePoint[]): string {
  const back = points.toReversed();
  const lower = path(back, (index) => back[index]?.lower ?? 0);
  return `${path(points, (index) => points[index]?.upper ?? 0)}${lower.replace("M", "L")}Z`;
}

const summary = (model: ItemModel): string =>
  tablePoints(model)
    .map(({ ability, share }) => `${percent(share)} % at ${coefficient(ability)}`)
    .join(", ");

const CurveTable = ({ model }: { readonly model: ItemModel }) => (
  <ScrollRegion className="table-frame" label="Figures of the curve">
    <table className="table small">
      <caption className="visually-hidden">The curve's figures</caption>
      <thead>
        <tr>
          <th scope="col" className="number">
            Ability
          </th>
          <th scope="col" className="number">
            Right, %
          </th>
          <th scope="col" className="number">
            95 %
          </th>
        </tr>
      </thead>
      <tbody>
        {tablePoints(model).map(({ ability, share, lower, upper }) => (
          <tr key={ability}>
            <th scope="row" className="number">
              {coefficient(ability)}
            </th>
            <td className="number">{percent(share)}</td>
            <td className="number soft">
              {percent(lower)}–{percent(upper)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
