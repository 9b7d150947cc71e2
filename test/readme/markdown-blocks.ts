/** A fenced block of a Markdown page. */
export interface Block {
  /** The text after the fence: `bash`, `json`; empty if there is none. */
  readonly language: string;
  readonly text: string;
  /** Of the fence, from 1 on. */
  readonly line: number;
}

/** The fenced blocks of a page, in its order. Fences inside of lists, which are indented, are found too. */
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

/** Where a page's links lead inside of the repository, without their anchors. */
export const localLinks = (page: string): readonly string[] =>
  [...page.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)/g)].map((link) => link[1] ?? "");
