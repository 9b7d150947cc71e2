interface SpaceRowProps {
  /** Pixels. */
  readonly height: number;
  /** The number of columns that a phone shows: a larger number would make the table wider there. */
  readonly columns: number;
}

/** Stands for the rows of a table that are outside the window. */
export const SpaceRow = ({ height, columns }: SpaceRowProps) => (
  <tr className="space-row" style={{ height }}>
    <td colSpan={columns} />
  </tr>
);
