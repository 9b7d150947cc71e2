/** A fenced block of a Markdown page. */
export interface Block {
  /** The language that the fence names, such as `bash` or `json`; empty for a fence without a language. */
  readonly language: string;
  readonly text: string;
  /** The line number of the fence, counted from 1. */
  readonly line: number;
}

/** The fenced blocks of a page, from top to bottom, including indented blocks in lists. */
export function markdownBlocks(page: string): readonly Block[] {
  return [...page.matchAll(FENCED)].map(({ groups, index }) => ({
    language: groups?.language ?? "",
    text: withoutIndent(groups?.text ?? "", groups?.indent ?? ""),
    line: page.slice(0, index).split("\n").length,
  }));
}

const FENCED = /^(?<indent> *)```(?<language>[^\n`]*)\n(?<text>.*?)^\k<indent>```$/gms;

const withoutIndent = (text: string, indent: string): string =>
  text
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");

/** The targets of a page's links into the repository, without their anchors. */
export const localLinks = (page: string): readonly string[] =>
  [...page.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g)].map((link) => link[1] ?? "");
