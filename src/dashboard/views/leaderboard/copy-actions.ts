import type { CopyAction } from "../../copies/copy-menu.tsx";
import { tableActions } from "../../copies/table-actions.ts";
import { boardFigure } from "./board-figure.ts";
import type { BoardRow } from "./board-row.ts";
import { boardText } from "./board-text.ts";
import { type Asked, cliSnippet, graphqlSnippet, sdkSnippet } from "./copy-snippets.ts";

/** The actions that copy code which requests the leaderboard. */
export const codeActions = (asked: Asked): readonly CopyAction[] => [
  { id: "link", label: "Link", make: () => ({ text: location.href }) },
  { id: "graphql", label: "GraphQL", make: () => ({ text: graphqlSnippet(asked) }) },
  { id: "sdk", label: "SDK", make: () => ({ text: sdkSnippet(asked, location.origin) }) },
  { id: "cli", label: "Command", make: () => ({ text: cliSnippet(asked, location.origin) }) },
];

/** The actions that copy or save a leaderboard's rows. */
export const boardActions = (rows: readonly BoardRow[], asked: Asked, title: string) => [
  { title: "Code", actions: codeActions(asked) },
  {
    title: "Table",
    actions: tableActions((format) => boardText(rows, format)),
  },
  {
    title: "Figure",
    actions: [
      { id: "svg", label: "SVG", make: () => figure(rows, asked, title, false) },
      { id: "png", label: "PNG", make: () => figure(rows, asked, title, true) },
    ],
  },
];

const figure = (rows: readonly BoardRow[], { benchmark }: Asked, title: string, isPng: boolean) => ({
  svg: boardFigure(rows, title),
  name: `${benchmark}-leaderboard`,
  isPng,
});
