/** Colours for white paper, because the figure is used outside the page and its theme. */
export const COLOURS = {
  ink: "#15181e",
  faint: "#626b7b",
  line: "#e3e6eb",
  run: "#0072b2",
  chance: "#8a5a00",
} as const;

/** The maximum number of rows in a figure. With more rows, some browsers could not draw it as a PNG at twice its size. */
export const MOST_ROWS = 300;

/** The text, cut to a number of characters. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML. Characters that XML does not allow are left out. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "").replace(/(?![\t\n\r])\p{Cc}/gu, "");
