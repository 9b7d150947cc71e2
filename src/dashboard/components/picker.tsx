import { Icon } from "./icon.tsx";

interface PickerProps<Id extends string> {
  /** The name of the list, for screen readers. */
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly picked: Id;
  readonly onPick: (id: Id) => void;
}

/** A list in which one entry is picked: the browser's own control, which needs no script and suits phones. */
export const Picker = <Id extends string>({ label, choices, picked, onPick }: PickerProps<Id>) => (
  <span className="native-picker">
    <select
      className="button"
      aria-label={label}
      value={picked}
      onChange={({ currentTarget }) => {
        const next = choices.find(({ id }) => id === currentTarget.value);
        if (next !== undefined) onPick(next.id);
      }}
    >
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.label}
        </option>
      ))}
    </select>
    <Icon name="chevron" />
  </span>
);
