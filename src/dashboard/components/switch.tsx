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
