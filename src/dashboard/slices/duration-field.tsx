import { useEffect, useId, useState } from "react";
import { durationText, readDuration } from "./duration-text.ts";

interface DurationFieldProps {
  readonly label: string;
  /** Null for no bound. */
  readonly seconds: number | null;
  readonly onChange: (seconds: number | null) => void;
}

/**
 * A field for a bound of durations: `90`, `1:30`, `2 min`. The text is read on Enter or when the field loses focus. It
 * uses the browser's own control, because the script of a replacement would delay the first view.
 */
export function DurationField({ label, seconds, onChange }: DurationFieldProps) {
  const id = useId();
  const given = seconds === null ? "" : durationText(seconds);
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  const read = readDuration(typed);
  const commit = (): void => {
    if (read !== undefined && typed !== given) onChange(read);
  };
  const fault = read === undefined ? `${id}-fault` : undefined;
  return (
    <div>
      <label className="faint small" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        placeholder="any"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === "Enter" && commit()}
        aria-invalid={fault !== undefined}
        aria-describedby={fault}
      />
      {fault !== undefined && (
        <span id={fault} className="field-error small">
          A time like 90, 1:30 or 2 min
        </span>
      )}
    </div>
  );
}
