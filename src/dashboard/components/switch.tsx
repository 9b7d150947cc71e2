import { Switch as AriaSwitch } from "react-aria-components";

interface SwitchProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A choice between on and off. It is not printed. */
export const Switch = ({ label, isSelected, isDisabled = false, onChange }: SwitchProps) => (
  <AriaSwitch className="switch small no-print" isSelected={isSelected} isDisabled={isDisabled} onChange={onChange}>
    <span className="switch-track" aria-hidden="true" />
    {label}
  </AriaSwitch>
);
