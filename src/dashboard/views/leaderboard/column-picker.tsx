import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from "react-aria-components";
import type { Dimension } from "../../../sdk/index.ts";
import { DIMENSIONS_OFFERED } from "../../components/dimension-picker.tsx";
import { Icon } from "../../components/icon.tsx";

const NONE = "*";

interface ColumnPickerProps {
  readonly picked: Dimension | null;
  readonly onPick: (dimension: Dimension | null) => void;
}

/** Chooses between intervals on one axis and a column for each value of a dimension. */
export const ColumnPicker = ({ picked, onPick }: ColumnPickerProps) => (
  <Select
    className="picker"
    selectedKey={picked ?? NONE}
    onSelectionChange={(key) => onPick(DIMENSIONS_OFFERED.find(({ id }) => id === key)?.id ?? null)}
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
        {DIMENSIONS_OFFERED.map(({ id, label }) => (
          <ListBoxItem key={id} id={id} textValue={`Columns by ${label.toLowerCase()}`}>
            Columns by {label.toLowerCase()}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  </Select>
);
