interface SpaceRowProps {
  /** The height of the hidden rows, in pixels. */
  readonly height: number;
  /** The number of columns that are visible on a phone. A larger number would make the table wider than a phone. */
  readonly columns: number;
}

/** An empty row, as high as the rows of a table that are outside the window and not drawn. */
export const SpaceRow = ({ height, columns }: SpaceRowProps) => (
  <tr className="space-row" style={{ height }}>
    <td colSpan={columns} />
  </tr>
);
