import { useQueries } from "@tanstack/react-query";
import { differenceTexts, inputsText, LEVEL, pText } from "../../../domain/figures-text.ts";
import type { ModalityDiagnostics, QuestionFilter, Run } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/waiting.tsx";
import { count } from "../../data/figures-text.ts";
import { DifferenceAxis, DifferencePlot } from "../../figures/interval-plot.tsx";
import { type DifferenceScale, differenceScale } from "../../figures/scale.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { ablationQuery } from "./compare-queries.ts";

interface ModalityAblationProps {
  readonly runs: readonly Run[];
  readonly filter: QuestionFilter;
}

/** The effect of each input on the score, from runs of one model with different inputs; nothing without such runs. */
export function ModalityAblation({ runs, filter }: ModalityAblationProps) {
  const models = ablationsOf(runs);
  const answers = useQueries({ queries: models.map(({ ids }) => ablationQuery(ids, filter)) });
  if (models.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="ablation">
      <div>
        <h2 id="ablation">What each input brings</h2>
        <p className="faint small">
          Runs of one model, question by question. The 95 % intervals and p-values of the pairs are corrected together
          (Bonferroni); the rows of all runs have no test.
        </p>
      </div>
      {models.map(({ name, ids }, place) => {
        const { data, error, refetch } = answers[place] ?? {};
        if (error && data === undefined)
          return <ViewFailure key={ids.join()} error={error} reset={() => void refetch?.()} />;
        if (data === undefined) return <Skeletons key={ids.join()} count={2} height="3rem" />;
        return <Diagnostics key={ids.join()} name={name} diagnostics={data} />;
      })}
    </section>
  );
}

function Diagnostics({ name, diagnostics }: { readonly name: string; readonly diagnostics: ModalityDiagnostics }) {
  const { contrasts, needs } = diagnostics;
  const scale = differenceScale([
    ...contrasts.map(({ comparison }) => comparison.adjustedInterval),
    ...needs.map(({ net }) => net.interval),
  ]);
  if (contrasts.length === 0)
    return (
      <p className="soft">
        No run of {name} has all inputs of another run and further ones, so no effect can be measured.
      </p>
    );
  return (
    <div className="table-frame">
      <table className="table plot-table ablation">
        <caption className="name">{name}</caption>
        <thead>
          <tr>
            <th scope="col">Inputs</th>
            <th scope="col" className="number">
              Difference, points (95 %)
            </th>
            <th scope="col" className="plot-column">
              <DifferenceAxis scale={scale} />
            </th>
            <th scope="col" className="number wide-only">
              Gained / lost
            </th>
            <th scope="col" className="number">
              p
            </th>
          </tr>
        </thead>
        <tbody>
          {contrasts.map((contrast) => (
            <Contrast key={contrast.without.id + contrast.with.id} contrast={contrast} scale={scale} />
          ))}
        </tbody>
        {needs.length > 0 && (
          <tbody>
            {needs.map((need) => (
              <Need key={need.modality} need={need} scale={scale} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

interface RowProps {
  readonly scale: DifferenceScale;
}

/** A run compared with one that has fewer inputs, like the rows of WorldSense's table 3 and figure 7. */
function Contrast({ contrast, scale }: RowProps & { readonly contrast: ModalityDiagnostics["contrasts"][number] }) {
  const { comparison, added, without } = contrast;
  const { adjustedPValue: pValue, onlyA, onlyB } = comparison;
  return (
    <tr>
      <th scope="row">
        + {inputsText(added)} <span className="faint small block">to {inputsText(without.inputs)}</span>
      </th>
      <DifferenceCells {...comparison} scale={scale} />
      <td className="number wide-only">
        {count(onlyA)} / {count(onlyB)}
      </td>
      <td className="number">
        {pValue < LEVEL ? <strong>{pText(pValue)}</strong> : <span className="soft">{pText(pValue)}</span>}
      </td>
    </tr>
  );
}

function Need({ need, scale }: RowProps & { readonly need: ModalityDiagnostics["needs"][number] }) {
  const { modality, net, gained, lost, expectedByChance } = need;
  return (
    <tr>
      <th scope="row">
        All runs with {inputsText([modality])} <span className="faint small block">against runs without it</span>
      </th>
      <DifferenceCells difference={net.value} interval={net.interval} scale={scale} />
      <td className="number wide-only" title={`${expectedByChance.toFixed(1)} by chance alone`}>
        {count(gained)} / {count(lost)}
      </td>
      <td />
    </tr>
  );
}

interface DifferenceCellsProps extends RowProps {
  readonly difference: number;
  readonly interval: { readonly lower: number; readonly upper: number };
  readonly adjustedInterval?: DifferenceCellsProps["interval"];
}

function DifferenceCells({ scale, ...own }: DifferenceCellsProps) {
  const { difference, interval, adjustedInterval = interval } = own;
  const { value, range } = differenceTexts(own);
  return (
    <>
      <td className="number">
        <strong>{value}</strong> <span className="faint small block">{range}</span>
      </td>
      <td className="plot-cell">
        <DifferencePlot scale={scale} difference={difference} interval={adjustedInterval} />
      </td>
    </>
  );
}

/** The runs of one model that differ in their inputs. */
interface Ablation {
  readonly name: string;
  readonly ids: readonly string[];
}

/** The models with at least two runs that differ in their inputs, and these runs in the given order. */
export function ablationsOf(runs: readonly Pick<Run, "id" | "inputs" | "model">[]): readonly Ablation[] {
  const models = new Map(runs.map(({ model }) => [model.id, model.name]));
  return [...models].flatMap(([id, name]) => {
    const own = runs.filter(({ model }) => model.id === id);
    const settings = new Set(own.map(({ inputs }) => [...inputs].sort().join()));
    return settings.size < 2 ? [] : [{ name, ids: own.map((run) => run.id) }];
  });
}
