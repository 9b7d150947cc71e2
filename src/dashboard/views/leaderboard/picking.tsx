import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { CheckBox } from "../../components/choices.tsx";
import { MOST_RUNS } from "../compare/compare-search.ts";

/** The runs that are ticked, and how a run is ticked or unticked. */
export interface Picking {
  readonly picked: readonly string[];
  readonly onPick: (runId: string) => void;
}

/** The tick of one row, as primitive values, so that only rows whose tick changes are drawn again. */
export interface PickProps {
  readonly isPicked: boolean;
  /** Whether no more runs can be ticked. */
  readonly isFull: boolean;
  readonly onPick: (runId: string) => void;
}

export const pickProps = ({ picked, onPick }: Picking, runId: string | null): PickProps => ({
  isPicked: runId !== null && picked.includes(runId),
  isFull: picked.length >= MOST_RUNS,
  onPick,
});

export const PickHead = () => (
  <th scope="col" className="pick-column no-print">
    <span className="wide-only">Compare</span>
    <span className="narrow-only visually-hidden">Compare</span>
  </th>
);

/** Says what the ticks are for, above a table that is too narrow for words in the head of their column. */
export const PickHint = ({ runs }: { readonly runs: number }) =>
  runs > 1 && <span className="narrow-only"> · tick runs to compare them</span>;

interface PickCellProps extends PickProps {
  /** Null for a paper's figure, which cannot be compared. */
  readonly runId: string | null;
  readonly name: string;
}

/** The cell in which a run is ticked for a comparison. */
export const PickCell = ({ runId, name, isPicked, isFull, onPick }: PickCellProps) => (
  <td className="pick-column no-print">
    {runId !== null && (
      <CheckBox
        className="pick"
        name={`Compare ${name}`}
        isSelected={isPicked}
        isDisabled={isFull && !isPicked}
        onChange={() => onPick(runId)}
      />
    )}
  </td>
);

interface PickedRunsProps {
  readonly ids: readonly string[];
  readonly filter: QuestionFilter | undefined;
  readonly onClear: () => void;
}

/** The bar at the bottom of the window with the actions for the ticked runs. */
export const PickedRuns = ({ ids, filter, onClear }: PickedRunsProps) => (
  <div className="picked-runs no-print" role="status">
    {ids.length === 1 ? (
      <span className="soft">Tick another run to compare</span>
    ) : (
      <Link to="/compare" search={{ runs: ids.join(","), ...(filter && { filter }) }} className="button primary">
        Compare {ids.length} runs
      </Link>
    )}
    <Button className="button" onPress={onClear}>
      Clear
    </Button>
  </div>
);
