import { useEffect, useState } from "react";
import { FieldError, Input, Label, TextField } from "react-aria-components";
import { durationText, readDuration } from "./duration-text.ts";

interface DurationFieldProps {
  readonly label: string;
  /** Null for no bound. */
  readonly seconds: number | null;
  readonly onChange: (seconds: number | null) => void;
}

/** A field for a bound of durations: `90`, `1:30`, `2 min`. The text is read on Enter or when the field loses focus. */
export function DurationField({ label, seconds, onChange }: DurationFieldProps) {
  const given = seconds === null ? "" : durationText(seconds);
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  const read = readDuration(typed);
  const commit = (): void => {
    if (read !== undefined && typed !== given) onChange(read);
  };
  return (
    <TextField
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={({ key }) => key === "Enter" && commit()}
      isInvalid={read === undefined}
    >
      <Label className="faint small">{label}</Label>
      <Input className="input" placeholder="any" />
      <FieldError className="field-error small">A time like 90, 1:30 or 2 min</FieldError>
    </TextField>
  );
}
