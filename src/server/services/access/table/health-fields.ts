import type * as schema from "../../../generated/schema-types.ts";
import type { FieldRules } from "../field-rules.ts";

/** The rules of the fields of health reports, plans and abilities, which count the runs that the caller may see. */
export const HEALTH_FIELDS = {
  HealthReport: {
    release: "absent",
    questionCount: "absent",
    evidence: "absent",
    leftOut: "absent",
    withheld: "absent",
    problems: "absent",
    findings: "absent",
    modalities: "absent",
    duplicateVideos: "absent",
  } satisfies FieldRules<schema.HealthReport>,
  HealthCount: {
    problem: "absent",
    questions: "absent",
  } satisfies FieldRules<schema.HealthCount>,
  HealthFindingConnection: {
    edges: "absent",
    nodes: "absent",
    pageInfo: "absent",
    totalCount: "absent",
  } satisfies FieldRules<schema.HealthFindingConnection>,
  HealthFindingEdge: {
    cursor: "absent",
    node: "absent",
  } satisfies FieldRules<schema.HealthFindingEdge>,
  HealthFinding: {
    problem: "absent",
    question: "absent",
    figure: "absent",
    other: "absent",
  } satisfies FieldRules<schema.HealthFinding>,
  ModalityTest: {
    modality: "absent",
    evidence: "absent",
    tested: "absent",
    answered: "absent",
  } satisfies FieldRules<schema.ModalityTest>,
  DuplicateVideo: {
    video: "absent",
    other: "absent",
    reasons: "absent",
  } satisfies FieldRules<schema.DuplicateVideo>,
  ComparisonPlan: {
    difference: "absent",
    power: "absent",
    level: "absent",
    questions: "absent",
    videos: "absent",
    independentQuestions: "absent",
    detectable: "absent",
    variance: "absent",
    intraclass: "absent",
    perVideo: "absent",
    available: "absent",
    evidence: "absent",
    withheld: "absent",
  } satisfies FieldRules<schema.ComparisonPlan>,
  PlannedQuestions: {
    questions: "absent",
    videos: "absent",
  } satisfies FieldRules<schema.PlannedQuestions>,
  Ability: {
    value: "absent",
    standardError: "absent",
    questions: "absent",
    evidence: "absent",
  } satisfies FieldRules<schema.Ability>,
  Saturation: {
    wrongKeys: "absent",
    ceiling: "absent",
    saturated: "absent",
    evidence: "absent",
  } satisfies FieldRules<schema.Saturation>,
};
