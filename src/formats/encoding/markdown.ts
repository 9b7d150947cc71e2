/**
 * A text as literal Markdown: characters with a meaning in Markdown are escaped, and line breaks become spaces. An
 * underscore within a word has no meaning, so that ids such as `run_3` stay what they are.
 */
export const markdownText = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .replace(/[\\`*|<>[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&");

/**
 * A table in GitHub Flavored Markdown. The cells are Markdown.
 * @param alignments one per column; left by default
 * @see https://github.github.com/gfm/#tables-extension-
 */
export function markdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  alignments: readonly ("left" | "right" | undefined)[],
): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |\n`;
  const rule = titles.map((_, at) => (alignments[at] === "right" ? "---:" : "---"));
  return [line(titles), line(rule), ...rows.map(line)].join("");
}
