import type * as schema from "../../../generated/schema-types.ts";
import type { FieldRules } from "../field-rules.ts";

/** The rules of the fields of question statistics, which count the runs that the caller may see. */
export const ITEM_FIELDS = {
  ItemConnection: {
    edges: "listed",
    nodes: "listed",
    pageInfo: "listed",
    totalCount: "listed",
    evidence: "listed",
    leftOut: "listed",
    withheld: "listed",
  } satisfies FieldRules<schema.ItemConnection>,
  ItemEdge: {
    cursor: "listed",
    node: "listed",
  } satisfies FieldRules<schema.ItemEdge>,
  Evidence: {
    runs: "listed",
    families: "listed",
  } satisfies FieldRules<schema.Evidence>,
  WithheldFigure: {
    figure: "listed",
    has: "listed",
    needs: "listed",
  } satisfies FieldRules<schema.WithheldFigure>,
  Item: {
    question: "listed",
    asked: "listed",
    evidence: "listed",
    share: "listed",
    interval: "listed",
    shareByBand: "listed",
    discrimination: "listed",
    unparsed: "listed",
    agreement: "listed",
    options: "listed",
    model: "listed",
  } satisfies FieldRules<schema.Item>,
  ItemSnapshot: {
    id: "everyone",
    release: "everyone",
    takenAt: "everyone",
    note: "everyone",
    keyRevision: "everyone",
    evidence: "everyone",
  } satisfies FieldRules<schema.ItemSnapshot>,
  ItemModel: {
    a: "listed",
    aError: "listed",
    b: "listed",
    c: "listed",
    cError: "listed",
    evidence: "listed",
  } satisfies FieldRules<schema.ItemModel>,
  ItemOption: {
    label: "listed",
    isKey: "listed",
    count: "listed",
    share: "listed",
    shareByBand: "listed",
    meanAbility: "listed",
    correlation: "listed",
  } satisfies FieldRules<schema.ItemOption>,
};
