import { MOST_WHOLE } from "./use-shown-rows.ts";

/** How a reader can find rows that are not drawn. */
const INSTEAD = {
  copy: "“Copy as …” has all rows.",
  search: "“/” searches all questions.",
} as const;

interface DrawnNoteProps {
  /** The number of rows of the table. */
  readonly rows: number;
  readonly instead: keyof typeof INSTEAD;
}

/** A note that the browser's search misses rows of a long table. Renders nothing for a table that is drawn whole. */
export const DrawnNote = ({ rows, instead }: DrawnNoteProps) =>
  rows <= MOST_WHOLE ? null : (
    <p className="figure-caption no-print">
      The browser's search finds only rows in the window, because the table is long. {INSTEAD[instead]}
    </p>
  );
