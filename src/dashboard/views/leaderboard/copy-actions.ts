import type { CopyAction } from "../../copies/copy-menu.tsx";
import { tableActions } from "../../copies/table-actions.ts";
import { counted } from "../../data/figures-text.ts";
import type { Asked } from "./asked.ts";
import { boardFigure } from "./board-figure.ts";
import type { BoardRow } from "./board-row.ts";
import { boardText } from "./board-text.ts";
import type { ColumnSort } from "./column-sort.ts";
import { cliSnippet, graphqlSnippet, sdkSnippet } from "./copy-snippets.ts";

/** A leaderboard or a score table that is copied. */
export interface Copied<Row> {
  readonly asked: Asked;
  readonly sort: ColumnSort;
  /** The number of rows. */
  readonly total: number;
  /** The number of questions in the slice. */
  readonly questions: number;
  /** All rows in the order of the page, fetched where they are not at hand. */
  readonly whole: () => Promise<readonly Row[]>;
}

type CodeOf = Pick<Copied<unknown>, "asked" | "sort" | "total">;

/** The actions that copy code which requests the leaderboard. */
export const codeActions = ({ asked, sort, total }: CodeOf): readonly CopyAction[] => [
  { id: "link", label: "Link", make: () => ({ text: location.href }) },
  { id: "graphql", label: "GraphQL", make: () => ({ text: graphqlSnippet(asked, sort, total) }) },
  { id: "sdk", label: "SDK", make: () => ({ text: sdkSnippet(asked, sort, location.origin) }) },
  { id: "cli", label: "Command", make: () => ({ text: cliSnippet(asked, sort, total, location.origin) }) },
];

/** The actions that save a figure of all rows, or of as many as a figure can hold. */
export const figureActions = <Row>(
  { asked: { benchmark, by }, questions, whole }: Copied<Row>,
  draw: (rows: readonly Row[], title: string) => string,
): readonly CopyAction[] =>
  (["svg", "png"] as const).map((kind) => ({
    id: kind,
    label: kind.toUpperCase(),
    make: async () => ({
      svg: draw(await whole(), `${benchmark}: ${counted(questions, "question")}`),
      name: by === null ? `${benchmark}-leaderboard` : `${benchmark}-by-${by.toLowerCase().replaceAll("_", "-")}`,
      isPng: kind === "png",
    }),
  }));

/** The actions that copy or save a leaderboard. */
export const boardActions = (copied: Copied<BoardRow>) => [
  { title: "Code", actions: codeActions(copied) },
  { title: "Table", actions: tableActions(async (format) => boardText(await copied.whole(), format)) },
  { title: "Figure", actions: figureActions(copied, boardFigure) },
];
