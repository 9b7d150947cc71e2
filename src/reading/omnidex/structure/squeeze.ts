import type { Extraction, Span } from "../../extraction.ts";
import { NOTHING } from "./decode-entities.ts";

/** A masked text without the units that are no text. */
export interface Squeezed {
  readonly text: string;
  /** The same text with the letters of the response, before they were folded. */
  readonly source: string;
  /** Moves the span of an extraction from the squeezed text to the response. */
  restore(extraction: Extraction): Extraction;
}

const asIs = (extraction: Extraction): Extraction => extraction;

/**
 * Removes the units that stand for markup from a masked text, so that every rule reads "<b>C</b>." as "C." and
 * "It&#39;s" as "It's". `restore` maps the spans of findings back to the response.
 * @param folded the response with its letters folded, of the same length
 */
export function squeeze(text: string, folded: string, response: string): Squeezed {
  if (text === folded || !text.includes(NOTHING)) return { text, source: response, restore: asIs };
  const origins = new Int32Array(text.length + 1);
  const source: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === NOTHING) continue;
    origins[source.length] = at;
    source.push(unit === folded.charAt(at) ? response.charAt(at) : unit);
  }
  origins[source.length] = text.length;
  return {
    text: text.replaceAll(NOTHING, ""),
    source: source.join(""),
    restore: (extraction) =>
      extraction.kind === "answer" ? { ...extraction, span: originOf(extraction.span, origins) } : extraction,
  };
}

function originOf({ start, end }: Span, origins: Int32Array): Span {
  const first = origins[start] ?? 0;
  return { start: first, end: end > start ? (origins[end - 1] ?? 0) + 1 : first };
}
