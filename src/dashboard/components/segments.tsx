import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

interface SegmentsProps<Id extends string> {
  /** The name of the group, for screen readers. */
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly picked: Id;
  readonly onPick: (id: Id) => void;
}

/** A row of buttons of which exactly one is pressed. */
export const Segments = <Id extends string>({ label, choices, picked, onPick }: SegmentsProps<Id>) => (
  <ToggleButtonGroup
    aria-label={label}
    className="segments no-print"
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[picked]}
    onSelectionChange={(keys) => {
      const next = choices.find(({ id }) => keys.has(id));
      if (next !== undefined) onPick(next.id);
    }}
  >
    {choices.map((choice) => (
      <ToggleButton key={choice.id} id={choice.id}>
        {choice.label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
