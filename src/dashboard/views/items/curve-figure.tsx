import { evidenceText } from "../../../formats/tables/run-counts.ts";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { percent } from "../../data/figures-text.ts";
import { ABILITIES, type CurvePoint, curveOf, type ItemModel, tablePoints } from "./item-curve.ts";
import { coefficient } from "./item-text.ts";
import { PlotFrame, xOf, yOf } from "./plot-frame.tsx";

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
