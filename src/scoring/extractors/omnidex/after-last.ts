/** Where the text behind the last of some marks begins; 0 for a text without any. */
export function afterLast(text: string, marks: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (marks.includes(text.charAt(at))) return at + 1;
  return 0;
}
