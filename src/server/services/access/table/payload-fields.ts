import type * as schema from "../../../generated/schema-types.ts";
import type { FieldRules } from "../field-rules.ts";

/** The rules of the fields of types that only mutations return. */
export const PAYLOAD_FIELDS = {
  CreateApiKeyPayload: {
    apiKey: "payload",
    secret: "payload",
  } satisfies FieldRules<schema.CreateApiKeyPayload>,
  RotateApiKeyPayload: {
    apiKey: "payload",
    secret: "payload",
    replaced: "payload",
  } satisfies FieldRules<schema.RotateApiKeyPayload>,
  RevokeApiKeyPayload: {
    apiKey: "payload",
  } satisfies FieldRules<schema.RevokeApiKeyPayload>,
  RevokeSigningKeyPayload: {
    revokedAt: "payload",
    signingKeys: "payload",
  } satisfies FieldRules<schema.RevokeSigningKeyPayload>,
  MaintainersPayload: {
    benchmark: "payload",
    maintainers: "payload",
  } satisfies FieldRules<schema.MaintainersPayload>,
  MergedOwnersPayload: {
    benchmark: "payload",
    mergedOwners: "payload",
  } satisfies FieldRules<schema.MergedOwnersPayload>,
  SetSubmissionQuotaPayload: {
    benchmark: "payload",
    perDay: "payload",
    inAll: "payload",
    together: "payload",
  } satisfies FieldRules<schema.SetSubmissionQuotaPayload>,
  StoreSubsetPayload: {
    subset: "payload",
  } satisfies FieldRules<schema.StoreSubsetPayload>,
  ItemSnapshotPayload: {
    snapshot: "payload",
  } satisfies FieldRules<schema.ItemSnapshotPayload>,
  CorrectAnswersPayload: {
    keyRevision: "payload",
    release: "payload",
    rescored: "payload",
    changed: "payload",
    judging: "payload",
    replayed: "payload",
  } satisfies FieldRules<schema.CorrectAnswersPayload>,
  PreviewCorrectionsPayload: {
    release: "payload",
    rescored: "payload",
    changed: "payload",
    judging: "payload",
    affected: "payload",
    standings: "payload",
  } satisfies FieldRules<schema.PreviewCorrectionsPayload>,
  CorrectedStanding: {
    run: "payload",
    valueBefore: "payload",
    valueAfter: "payload",
    rankBefore: "payload",
    rankAfter: "payload",
  } satisfies FieldRules<schema.CorrectedStanding>,
  ReviewKeyPayload: {
    review: "payload",
    question: "payload",
    keyRevision: "payload",
    rescored: "payload",
    changed: "payload",
  } satisfies FieldRules<schema.ReviewKeyPayload>,
  PreviewRescoringPayload: {
    release: "payload",
    extractor: "payload",
    runs: "payload",
    otherRuns: "payload",
    standings: "payload",
  } satisfies FieldRules<schema.PreviewRescoringPayload>,
  PreviewedRun: {
    run: "payload",
    readDifferently: "payload",
    valueBefore: "payload",
    valueAfter: "payload",
    rankBefore: "payload",
    rankAfter: "payload",
  } satisfies FieldRules<schema.PreviewedRun>,
  RescoreRunPayload: {
    run: "payload",
    rescored: "payload",
    message: "payload",
  } satisfies FieldRules<schema.RescoreRunPayload>,
  UpdateModelPayload: {
    model: "payload",
  } satisfies FieldRules<schema.UpdateModelPayload>,
  UseReleasePayload: {
    release: "payload",
    changed: "payload",
    changes: "payload",
  } satisfies FieldRules<schema.UseReleasePayload>,
  ReleaseChanges: {
    benchmark: "payload",
    from: "payload",
    to: "payload",
    questions: "payload",
    videos: "payload",
    leaving: "payload",
    returning: "payload",
    reasons: "payload",
  } satisfies FieldRules<schema.ReleaseChanges>,
  ContentChanges: {
    before: "payload",
    after: "payload",
    added: "payload",
    removed: "payload",
    changed: "payload",
    addedKeys: "payload",
    removedKeys: "payload",
    changedKeys: "payload",
    changedParts: "payload",
  } satisfies FieldRules<schema.ContentChanges>,
  ChangedPart: {
    part: "payload",
    count: "payload",
  } satisfies FieldRules<schema.ChangedPart>,
  ReleaseRuns: {
    scored: "payload",
    unfinished: "payload",
    modelCount: "payload",
    models: "payload",
  } satisfies FieldRules<schema.ReleaseRuns>,
  ValidateRunPayload: {
    report: "payload",
  } satisfies FieldRules<schema.ValidateRunPayload>,
  SubmitRunPayload: {
    run: "payload",
    replayed: "payload",
    idempotencyKey: "payload",
    report: "payload",
  } satisfies FieldRules<schema.SubmitRunPayload>,
  CreateRunPayload: {
    run: "payload",
    replayed: "payload",
    idempotencyKey: "payload",
    report: "payload",
  } satisfies FieldRules<schema.CreateRunPayload>,
  AppendPredictionsPayload: {
    run: "payload",
    added: "payload",
    repeated: "payload",
    total: "payload",
    report: "payload",
  } satisfies FieldRules<schema.AppendPredictionsPayload>,
  FinalizeRunPayload: {
    run: "payload",
    report: "payload",
  } satisfies FieldRules<schema.FinalizeRunPayload>,
  WithdrawRunPayload: {
    run: "payload",
  } satisfies FieldRules<schema.WithdrawRunPayload>,
  RestoreRunPayload: {
    run: "payload",
  } satisfies FieldRules<schema.RestoreRunPayload>,
  UpdateRunPayload: {
    run: "payload",
  } satisfies FieldRules<schema.UpdateRunPayload>,
  NameRunPayload: {
    run: "payload",
  } satisfies FieldRules<schema.NameRunPayload>,
  ValidationReport: {
    partial: "payload",
    confirmations: "payload",
    remarks: "payload",
    scorable: "payload",
    covered: "payload",
    ok: "payload",
    inputIssues: "payload",
    rows: "payload",
    questions: "payload",
    missing: "payload",
    missingKeys: "payload",
    errorCount: "payload",
    warningCount: "payload",
    issues: "payload",
  } satisfies FieldRules<schema.ValidationReport>,
  InputIssue: {
    field: "payload",
    message: "payload",
  } satisfies FieldRules<schema.InputIssue>,
  RowIssue: {
    row: "payload",
    question: "payload",
    code: "payload",
    severity: "payload",
    message: "payload",
  } satisfies FieldRules<schema.RowIssue>,
};
