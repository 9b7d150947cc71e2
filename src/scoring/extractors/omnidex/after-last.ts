/** Where the text begins that follows the last of some marks; 0 where there is none of them. */
export function afterLast(text: string, marks: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (marks.includes(text.charAt(at))) return at + 1;
  return 0;
}
