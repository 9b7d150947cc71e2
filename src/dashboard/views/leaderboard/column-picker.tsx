import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import type { Dimension } from "../../../sdk/index.ts";
import { useDimensions } from "../../components/dimension-picker.tsx";
import { Icon } from "../../components/icon.tsx";

const NONE = "*";

interface ColumnPickerProps {
  /** The slug. */
  readonly benchmark: string;
  readonly picked: Dimension | null;
  readonly onPick: (dimension: Dimension | null) => void;
}

/** Chooses between intervals on one axis and a column for each value of a dimension. */
export function ColumnPicker({ benchmark, picked, onPick }: ColumnPickerProps) {
  const offered = useDimensions(benchmark, picked);
  return (
    <Select
      className="picker"
      selectedKey={picked ?? NONE}
      onSelectionChange={(key) => onPick(offered.find(({ id }) => id === key)?.id ?? null)}
    >
      <Label className="visually-hidden">Columns</Label>
      <Button className="button">
        <SelectValue />
        <Icon name="chevron" />
      </Button>
      <Popover className="popover">
        <ListBox className="menu">
          <ListBoxItem id={NONE} textValue="Scores on one axis">
            Scores on one axis
          </ListBoxItem>
          {offered.map(({ id, label }) => (
            <ListBoxItem key={id} id={id} textValue={`Columns by ${label.toLowerCase()}`}>
              Columns by {label.toLowerCase()}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
