/** Blanks out comments, declarations, and the marks of character data: `<!-- B -->`, `<!DOCTYPE html>`, `<![CDATA[`. */
export function maskComments(text: string): string {
  if (!text.includes("<!") && !text.includes("<?")) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", Math.max(at + 1, from))) {
    const end = commentEnd(text, at);
    if (end < 0) continue;
    parts.push(text.slice(from, at), " ".repeat(end - at));
    from = end;
  }
  return (parts.join("") + text.slice(from)).replaceAll("]]>", "   ");
}

const DECLARATION = /<(?:!DOCTYPE|\?xml)[^<>]{0,300}>/iy;

/** The end of a comment or declaration at a position; -1 if there is none. An unclosed comment never ends. */
function commentEnd(text: string, start: number): number {
  if (text.startsWith("<!--", start)) {
    const end = text.indexOf("-->", start + 4);
    return end < 0 ? text.length : end + 3;
  }
  if (text.startsWith("<![CDATA[", start)) return start + 9;
  DECLARATION.lastIndex = start;
  return DECLARATION.test(text) ? DECLARATION.lastIndex : -1;
}
