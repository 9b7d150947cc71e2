/** Whether everyone may see the answers of a release, or only administrators and the maintainers of its benchmark. */
export const ANSWER_ACCESS = ["VISIBLE", "HIDDEN"] as const;
/** The default access, and the other one. */
export const [EVERYONE_SEES, MAINTAINERS_SEE] = ANSWER_ACCESS;
export type AnswerAccess = (typeof ANSWER_ACCESS)[number];

/**
 * Whether a release hides its answers from some readers. For an object that the API returned: whether the release
 * hides them from the caller.
 */
export const hidesAnswers = ({ answerAccess }: { readonly answerAccess: AnswerAccess }): boolean =>
  answerAccess !== EVERYONE_SEES;

/** The slug of the benchmark that has the open part of another one. */
export const openPartOf = (slug: string): string => `${slug}-open`;

/** A share of a release's questions, such as "0.2", above 0 and below 1. Null for any other text. */
export const readShare = (text: string): number | null =>
  /^0?\.\d+$/.test(text) && Number(text) > 0 ? Number(text) : null;

/** The public board's share of the questions: as `readShare`, or 1. */
export const readPublicShare = (text: string): number | null => (text === "1" ? 1 : readShare(text));

/** What a text must be that `readShare` does not accept, and one that `readPublicShare` does not. */
export const SHARE_FAULT = "It must be a share above 0 and below 1, such as 0.2.";
export const PUBLIC_SHARE_FAULT = "It must be a share above 0 and below 1, such as 0.2, or 1 for one leaderboard.";

/** The fields of an exported release, without its questions. */
export interface ExportedRelease {
  /** The primary key, which is not exported. */
  readonly id: number;
  /** The benchmark's slug. */
  readonly benchmark: string;
  readonly title: string;
  readonly description: string | null;
  /** The licence, as the benchmark's authors state it. */
  readonly license: string | null;
  readonly homepage: string | null;
  /** The number of the release: 1 for the benchmark's first release on this server. */
  readonly version: number;
  /** SHA-256, in hexadecimal. */
  readonly contentHash: string;
  readonly answerAccess: AnswerAccess;
  readonly questions: number;
  /** ISO 8601, in UTC. */
  readonly importedAt: string;
  /** The revision of the answer key, from 1. */
  readonly keyRevision: number;
}
