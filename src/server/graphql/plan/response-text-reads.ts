import type { TextCounts } from "../../conditions/response-text.ts";
import type { SelectedField } from "./selection.ts";

/** What a selection of a run's predictions reads of their texts. */
export interface ResponseReading {
  /** How often each text of a prediction is in the answer: under several names, or as a part of another field. */
  readonly shown: TextCounts;
  /** How often the texts of the page are read for their digests. */
  readonly digests: number;
  /** How often all responses of the run are searched. */
  readonly searches: number;
}

/** The fields of a prediction that hold its response, or an answer that may be all of it. */
const HOLDS_RESPONSE: ReadonlySet<string> = new Set(["answer", "span"]);

/** What the field `predictions` of a run reads. */
export function responseReading(field: SelectedField): ResponseReading {
  const nodes = field.children().flatMap((child) => {
    if (child.name === "nodes") return child.children();
    if (child.name !== "edges") return [];
    return child.children().flatMap((edge) => (edge.name === "node" ? edge.children() : []));
  });
  const named = (...names: readonly string[]): number => nodes.filter(({ name }) => names.includes(name)).length;
  const extracted = nodes.flatMap((node) => (node.name === "extraction" ? node.children() : []));
  const shown = {
    // The caption metrics are computed from the response.
    response: named("response", "metrics") + extracted.filter(({ name }) => HOLDS_RESPONSE.has(name)).length,
    error: named("error"),
    confirmation: named("confirmation"),
  };
  return { shown, digests: named("digest"), searches: isSearch(field) ? scans(field, named("digest"), shown) : 0 };
}

const isSearch = ({ args }: SelectedField): boolean =>
  (args.filter as { readonly text?: string | null } | null | undefined)?.text != null;

/** Once for the count, once for the page, and once more to measure the page. */
function scans(field: SelectedField, digests: number, { response, error, confirmation }: TextCounts): number {
  const counts = field.children().filter(({ name }) => name === "totalCount").length;
  if (field.children().every(({ name }) => name === "totalCount")) return counts;
  return counts + (digests + response + error + confirmation > 0 ? 2 : 1);
}

/** The part of a selection that reads responses: each such field, and the fields above it. */
export function measured(field: SelectedField): SelectedField {
  if (isPredictions(field)) return { ...field, isMeasured: true };
  const part = (typeName?: string): readonly SelectedField[] =>
    field.answered(typeName).filter(holdsPredictions).map(measured);
  return { ...field, children: part, answered: part };
}

const holdsPredictions = (field: SelectedField): boolean =>
  isPredictions(field) || field.children().some(holdsPredictions);

const isPredictions = ({ parentType, name }: SelectedField): boolean => parentType === "Run" && name === "predictions";
