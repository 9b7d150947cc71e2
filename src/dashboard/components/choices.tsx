import type { ReactNode } from "react";
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

interface SwitchProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A choice between on and off: the browser's own check box, styled as a switch. It is not printed. */
export const Switch = ({ label, isSelected, isDisabled = false, onChange }: SwitchProps) => (
  <label className="switch small no-print">
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: the browser states by itself whether a check box is on.
      role="switch"
      className="visually-hidden"
      checked={isSelected}
      disabled={isDisabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span className="switch-track" aria-hidden="true" />
    {label}
  </label>
);

interface CheckBoxProps {
  readonly className: string;
  /** The name for screen readers. It is needed only if the label has no text. */
  readonly name?: string;
  readonly isSelected: boolean;
  /** Whether a part of what the box stands for is selected. */
  readonly isMixed?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: () => void;
  /** The content of the label, after the box. */
  readonly children?: ReactNode;
}

/**
 * The browser's own check box, styled like the component kit's. Tables and slices have dozens of boxes, and the kit's
 * component would make them slow to draw.
 */
export const CheckBox = ({
  className,
  name,
  isSelected,
  isMixed = false,
  isDisabled = false,
  onChange,
  children,
}: CheckBoxProps) => (
  <label className={className}>
    <input
      ref={(input) => {
        if (input !== null) input.indeterminate = isMixed && !isSelected;
      }}
      type="checkbox"
      className="visually-hidden"
      aria-label={name}
      checked={isSelected}
      disabled={isDisabled}
      onChange={onChange}
    />
    <span className="check-box" aria-hidden="true" />
    {children}
  </label>
);
