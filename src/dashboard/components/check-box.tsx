import type { ReactNode } from "react";

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
