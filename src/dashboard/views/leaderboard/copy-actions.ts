import type { Measure } from "../../../domain/official-value.ts";
import { filterText } from "../../../domain/slice/filter-text.ts";
import { counted } from "../../../domain/texts.ts";
import { type CopyAction, type CopyGroup, tableActions } from "../../copies/copy-action.ts";
import { NEXT_BOARD_PAGE } from "../../data/queries.ts";
import type { Asked } from "./board-query.ts";
import type { BoardRow } from "./board-row.ts";
import type { ColumnSort } from "./column-sort.tsx";

// The code that writes the copies is loaded on first use, so that it does not delay the table.
const writeSnippets = () => import("./copy-snippets.ts");
const writeText = () => import("./board-copies.ts");
const writeFigure = () => import("./board-copies.ts");

/** A leaderboard or a score table that is copied. */
export interface Copied<Row> {
  readonly asked: Asked;
  readonly sort: ColumnSort;
  /** The number of rows. */
  readonly total: number;
  /** The number of questions in the slice. */
  readonly questions: number;
  /** What the values are means of. */
  readonly measure: Measure | null;
  /** All rows in the order of the page. Rows that are not loaded yet are fetched. */
  readonly whole: () => Promise<readonly Row[]>;
  /** Whether the page still shows the rows and counts of the previous slice. */
  readonly isStale: boolean;
}

type CodeOf = Pick<Copied<unknown>, "asked" | "sort" | "total" | "isStale">;

/**
 * The actions that copy code for requesting the leaderboard. While the number of rows is unknown, the code requests one
 * page.
 */
export const codeActions = ({ asked, sort, total: shown, isStale }: CodeOf): readonly CopyAction[] => {
  const total = isStale ? NEXT_BOARD_PAGE : shown;
  return [
    { id: "link", label: "Link", make: () => ({ text: location.href }) },
    {
      id: "graphql",
      label: "GraphQL",
      make: async () => ({ text: (await writeSnippets()).graphqlSnippet(asked, sort, total) }),
    },
    {
      id: "sdk",
      label: "SDK",
      make: async () => ({ text: (await writeSnippets()).sdkSnippet(asked, sort, location.origin) }),
    },
    {
      id: "cli",
      label: "Command",
      make: async () => ({ text: (await writeSnippets()).cliSnippet(asked, sort, total, location.origin) }),
    },
  ];
};

/** The title of a figure: `omnidex-demo: 98 questions with levels: reasoning`. */
export function figureTitle({ benchmark, filter }: Pick<Asked, "benchmark" | "filter">, questions: number): string {
  const conditions = filterText(filter);
  const slice = conditions.length === 0 ? "" : ` with ${conditions.join("; ")}`;
  return `${benchmark}: ${counted(questions, "question")}${slice}`;
}

/**
 * The actions that save a figure of all rows, or of as many rows as fit. Empty while the page is stale, because the
 * title states the number of questions.
 */
export const figureGroups = <Row>(
  { asked, questions, whole, isStale }: Copied<Row>,
  draw: (rows: readonly Row[], title: string) => Promise<string>,
): readonly CopyGroup[] => {
  if (isStale) return [];
  const { benchmark, by } = asked;
  const actions = (["svg", "png"] as const).map((kind) => ({
    id: kind,
    label: kind.toUpperCase(),
    make: async () => ({
      svg: await draw(await whole(), figureTitle(asked, questions)),
      name: by === null ? `${benchmark}-leaderboard` : `${benchmark}-by-${by.toLowerCase().replaceAll("_", "-")}`,
      isPng: kind === "png",
    }),
  }));
  return [{ title: "Figure", actions }];
};

/** The actions that copy or save a leaderboard. */
export const boardGroups = (copied: Copied<BoardRow>): readonly CopyGroup[] => [
  { title: "Code", actions: codeActions(copied) },
  {
    title: "Table",
    actions: tableActions(async (format) => (await writeText()).boardText(await copied.whole(), copied, format)),
  },
  ...figureGroups(copied, async (rows, title) => (await writeFigure()).boardFigure(rows, title)),
];
