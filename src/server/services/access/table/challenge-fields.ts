import type * as schema from "../../../generated/schema-types.ts";
import type { FieldRules } from "../field-rules.ts";

/** The rules of the fields of challenges. */
export const CHALLENGE_FIELDS = {
  Challenge: {
    benchmark: "everyone",
    opensAt: "everyone",
    closesAt: "everyone",
    requiredFields: "everyone",
    split: "everyone",
    sealedAt: "everyone",
  } satisfies FieldRules<schema.Challenge>,
  BoardSplit: {
    publicShare: "everyone",
    privateOpensAt: "everyone",
  } satisfies FieldRules<schema.BoardSplit>,
  FinalBoard: {
    benchmark: "everyone",
    version: "everyone",
    contentHash: "everyone",
    questions: "everyone",
    closedAt: "everyone",
    sealedAt: "everyone",
    leftOut: "everyone",
    entries: "everyone",
    privateEntries: "everyone",
    names: "everyone",
    signed: "everyone",
  } satisfies FieldRules<schema.FinalBoard>,
  FinalEntry: {
    rank: "everyone",
    rankRange: "everyone",
    run: "everyone",
    model: "everyone",
    modelSlug: "everyone",
    inputs: "everyone",
    submittedAt: "everyone",
    scoredAt: "everyone",
    extractor: "everyone",
    extractorVersion: "everyone",
    score: "everyone",
  } satisfies FieldRules<schema.FinalEntry>,
  FinalScore: {
    value: "everyone",
    n: "everyone",
    standardError: "everyone",
    lower: "everyone",
    upper: "everyone",
    coarse: "everyone",
  } satisfies FieldRules<schema.FinalScore>,
  FinalName: {
    pseudonym: "everyone",
    model: "everyone",
    modelSlug: "everyone",
    namedAt: "everyone",
  } satisfies FieldRules<schema.FinalName>,
  SigningKey: {
    id: "everyone",
    publicKey: "everyone",
    since: "everyone",
  } satisfies FieldRules<schema.SigningKey>,
  ChallengePayload: {
    challenge: "payload",
  } satisfies FieldRules<schema.ChallengePayload>,
};
