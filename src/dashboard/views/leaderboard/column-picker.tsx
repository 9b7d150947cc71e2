import type { Dimension } from "../../../sdk/index.ts";
import { useDimensions } from "../../components/dimension-picker.tsx";
import { Picker } from "../../components/picker.tsx";

const NONE = "*";

interface ColumnPickerProps {
  /** The slug. */
  readonly benchmark: string;
  readonly picked: Dimension | null;
  readonly onPick: (dimension: Dimension | null) => void;
}

/** Chooses between intervals on one axis and a column for each value of a dimension. */
export function ColumnPicker({ benchmark, picked, onPick }: ColumnPickerProps) {
  const columns = useDimensions(benchmark, picked).map(({ id, label }) => ({
    id,
    label: `Columns by ${label.toLowerCase()}`,
  }));
  return (
    <Picker<Dimension | typeof NONE>
      label="Columns"
      choices={[{ id: NONE, label: "Scores on one axis" }, ...columns]}
      picked={picked ?? NONE}
      onPick={(id) => onPick(id === NONE ? null : id)}
    />
  );
}
