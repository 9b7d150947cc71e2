import { percent } from "../../../domain/figures-text.ts";
import type { Item } from "../../../sdk/index.ts";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { count } from "../../data/figures-text.ts";
import { coefficient, share } from "./items-page-queries.ts";
import { PlotFrame, xOf, yOf } from "./plot-frame.tsx";

type ItemOption = Item["options"][number];

const BANDS = ["weakest third", "middle third", "ablest third"] as const;
const TICKS = BANDS.map((label, band) => ({ at: placeOf(band), label }));

/** The number of colours. If there are more options, colours repeat, and the label at the end of each line tells them apart. */
const COLOURS = 5;

function placeOf(band: number): number {
  return 0.12 + (0.72 * band) / (BANDS.length - 1);
}

const nameOf = ({ label }: ItemOption): string => label ?? "none";

/** The share of runs that pick each option, by ability. The right option's line should rise, and the others fall. */
export function OptionsFigure({ options }: { readonly options: readonly ItemOption[] }) {
  const drawn = options.filter(({ shareByBand, count: chosen }) => shareByBand.length > 0 && chosen > 0);
  return (
    <figure className="stack tight">
      <figcaption>
        <h3>Options by ability</h3>
        <p className="faint small">The share of each third of the runs that picks an option; the right one is bold.</p>
      </figcaption>
      {drawn.length > 0 && (
        <PlotFrame
          label={`The share of the runs that picks each option, by ability. ${drawn.map(summary).join("; ")}`}
          axis="runs by mean score"
          ticks={TICKS}
        >
          {drawn.map((option, place) => (
            <Line key={nameOf(option)} option={option} colour={(place % COLOURS) + 1} />
          ))}
        </PlotFrame>
      )}
      <OptionsTable options={options} />
    </figure>
  );
}

const summary = (option: ItemOption): string =>
  `${nameOf(option)}${option.isKey ? " (right)" : ""}: ${option.shareByBand.map((one) => (one === null ? "unknown" : `${percent(one)} %`)).join(", ")}`;

function Line({ option, colour }: { readonly option: ItemOption; readonly colour: number }) {
  const points = option.shareByBand.flatMap((one, band) =>
    one === null ? [] : [{ x: xOf(placeOf(band)), y: yOf(one) }],
  );
  const last = points.at(-1);
  return (
    <g className={option.isKey ? `series-${colour} key-line` : `series-${colour}`}>
      <polyline className="option-line" points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
      {points.map(({ x, y }) => (
        <circle key={x} className="option-dot" cx={x} cy={y} r={option.isKey ? 4 : 3} />
      ))}
      {last !== undefined && (
        <text className="option-name" x={last.x + 9} y={last.y + 4}>
          {nameOf(option)}
        </text>
      )}
    </g>
  );
}

const OptionsTable = ({ options }: { readonly options: readonly ItemOption[] }) => (
  <ScrollRegion className="table-frame" label="Figures of the options">
    <table className="table small">
      <caption className="visually-hidden">Who picks which option, in percent</caption>
      <thead>
        <tr>
          <th scope="col">Option</th>
          <th scope="col" className="number">
            Runs
          </th>
          {BANDS.map((band) => (
            <th key={band} scope="col" className="number wide-only">
              {band}, %
            </th>
          ))}
          <th
            scope="col"
            className="number"
            title="The correlation of choosing the option with the score on the other questions"
          >
            Correlation
          </th>
        </tr>
      </thead>
      <tbody>
        {options.map((option) => (
          <tr key={nameOf(option)}>
            <th scope="row">
              {option.label ?? <span className="soft">no readable answer</span>}
              {option.isKey && <span className="tag">right</span>}
            </th>
            <td className="number">{count(option.count)}</td>
            {BANDS.map((band, place) => (
              <td key={band} className="number wide-only">
                {share(option.shareByBand[place] ?? null)}
              </td>
            ))}
            <td className="number">{coefficient(option.correlation)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
