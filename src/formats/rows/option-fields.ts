import { valueText } from "../../domain/value-text.ts";
import { readLiteralText } from "../files/literal-text.ts";
import { type Fields, isFields } from "../files/record-fields.ts";
import { FormatError } from "./submission-format.ts";

/**
 * Options: a list, an object by label, or either one as JSON or Python text; else undefined.
 * @throws {FormatError} for a text with two fields of one name
 */
export function optionsOf(value: unknown): readonly string[] | undefined {
  const read = typeof value === "string" ? parseLiteral(value) : value;
  const texts = Array.isArray(read) ? read : isFields(read) ? labelled(read) : [];
  const known = texts.filter((text) => text !== null && text !== undefined).map(optionText);
  return known.length === 0 ? undefined : known;
}

/** An option as text. The API and its exports have objects with a label and a text. */
function optionText(option: unknown): string {
  if (!isFields(option) || typeof option.text !== "string") return valueText(option);
  return typeof option.label === "string" ? `${option.label}. ${option.text}` : option.text;
}

/** An object's options in the order of their labels, each prefixed with its label. */
const labelled = (options: Fields): readonly string[] =>
  Object.entries(options)
    .filter(([, text]) => text !== null && text !== undefined)
    .toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .map(([label, text]) =>
      /^[A-Za-z]$/.test(label) ? `${label.toUpperCase()}. ${valueText(text)}` : valueText(text),
    );

/** @throws {FormatError} for an object with two fields of one name */
function parseLiteral(text: string): unknown {
  const literal = readLiteralText(text);
  if (literal.kind === "repeated")
    throw new FormatError(`its options have the field '${literal.name.slice(0, 80)}' twice`);
  return literal.kind === "value" ? literal.value : null;
}
