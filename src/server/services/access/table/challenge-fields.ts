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
  } satisfies FieldRules<schema.Challenge>,
  BoardSplit: {
    publicShare: "everyone",
    privateOpensAt: "everyone",
  } satisfies FieldRules<schema.BoardSplit>,
  ChallengePayload: {
    challenge: "payload",
  } satisfies FieldRules<schema.ChallengePayload>,
};
