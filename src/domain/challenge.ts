/** The fields of a run that a challenge can require: `ChallengeField` of the schema. */
export const CHALLENGE_FIELDS = [
  "FRAMES",
  "SEED",
  "PROMPT",
  "NOTES",
  "MODEL_PARAMETERS",
  "MODEL_ORGANIZATION",
  "MODEL_URL",
  "REPORT_URL",
] as const;
export type ChallengeField = (typeof CHALLENGE_FIELDS)[number];

/** The part of a release's questions that a leaderboard covers: `Board` of the schema. */
export const BOARDS = ["PUBLIC", "PRIVATE"] as const;
export type Board = (typeof BOARDS)[number];
