interface SpaceRowProps {
  /** Pixels. */
  readonly height: number;
  /** As many as a phone shows: more would make the table wider. */
  readonly columns: number;
}

/** Stands for the rows of a table that are outside the window. */
export const SpaceRow = ({ height, columns }: SpaceRowProps) => (
  <tr className="space-row" style={{ height }}>
    <td colSpan={columns} />
  </tr>
);
