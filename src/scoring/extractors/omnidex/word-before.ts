const DECORATION = " \t\n\r*_\"'`([{$\\";

/**
 * The word that a label stands behind, in lower case, or the mark where there is no word; decoration between them is
 * skipped. A look at it saves most letters from the patterns that search the text before them.
 */
export function wordBefore(text: string, at: number): string {
  let end = at;
  while (end > 0 && DECORATION.includes(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isLetter(text.charCodeAt(start - 1))) start -= 1;
  return start === end ? text.charAt(end - 1) : text.slice(start, end).toLowerCase();
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
