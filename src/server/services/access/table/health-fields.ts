import type * as schema from "../../../generated/schema-types.ts";
import type { FieldRules } from "../field-rules.ts";

/**
 * The access rules of health reports, plans, abilities and saturation. The figures are computed from the runs that the
 * caller may see.
 */
export const HEALTH_FIELDS = {
  HealthReport: {
    release: "absent",
    questionCount: "absent",
    evidence: "listed",
    leftOut: "listed",
    uncounted: "listed",
    withheld: "listed",
    problems: "listed",
    findings: "listed",
    modalities: "listed",
    duplicateVideos: "listed",
  } satisfies FieldRules<schema.HealthReport>,
  HealthCount: {
    problem: "absent",
    questions: "listed",
  } satisfies FieldRules<schema.HealthCount>,
  HealthFindingConnection: {
    edges: "listed",
    nodes: "listed",
    pageInfo: "listed",
    totalCount: "listed",
  } satisfies FieldRules<schema.HealthFindingConnection>,
  HealthFindingEdge: {
    cursor: "listed",
    node: "listed",
  } satisfies FieldRules<schema.HealthFindingEdge>,
  HealthFinding: {
    problem: "absent",
    question: "listed",
    figure: "listed",
    other: "listed",
  } satisfies FieldRules<schema.HealthFinding>,
  ModalityTest: {
    modality: "listed",
    evidence: "listed",
    tested: "listed",
    answered: "listed",
  } satisfies FieldRules<schema.ModalityTest>,
  DuplicateVideo: {
    video: "listed",
    other: "listed",
    reasons: "listed",
  } satisfies FieldRules<schema.DuplicateVideo>,
  ComparisonPlan: {
    difference: "absent",
    power: "absent",
    level: "absent",
    questions: "listed",
    videos: "listed",
    independentQuestions: "listed",
    detectable: "listed",
    variance: "listed",
    intraclass: "listed",
    perVideo: "listed",
    available: "absent",
    evidence: "listed",
    leftOut: "listed",
    uncounted: "listed",
    withheld: "listed",
  } satisfies FieldRules<schema.ComparisonPlan>,
  PlannedQuestions: {
    questions: "listed",
    videos: "listed",
  } satisfies FieldRules<schema.PlannedQuestions>,
  Ability: {
    value: "listed",
    standardError: "listed",
    questions: "listed",
    evidence: "listed",
  } satisfies FieldRules<schema.Ability>,
  Saturation: {
    wrongKeys: "listed",
    ambiguousKeys: "listed",
    ceiling: "listed",
    saturated: "listed",
    evidence: "listed",
  } satisfies FieldRules<schema.Saturation>,
};
