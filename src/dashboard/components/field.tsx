import { FieldError, Input, Label, Text, TextField } from "react-aria-components";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | undefined;
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly inputMode?: "numeric" | "url";
  readonly type?: "text" | "date";
}

/** A text field of a form, with its error message. */
export const Field = ({
  label,
  value,
  onChange,
  fault,
  hint,
  isRequired = false,
  inputMode,
  type = "text",
}: FieldProps) => (
  <TextField
    className="field"
    type={type}
    value={value}
    onChange={onChange}
    isRequired={isRequired}
    isInvalid={fault !== undefined}
    validationBehavior="aria"
  >
    <Label>{label}</Label>
    <Input className="input" autoComplete="off" spellCheck={false} {...(inputMode && { inputMode })} />
    {hint !== undefined && (
      <Text slot="description" className="faint small">
        {hint}
      </Text>
    )}
    <FieldError className="field-error">{fault}</FieldError>
  </TextField>
);
