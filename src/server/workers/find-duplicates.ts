import { type NearDuplicate, nearDuplicates, repeatedQuestions } from "../../scoring/items/near-duplicates.ts";
import {
  type DescribedVideo,
  type DuplicateVideo,
  duplicateVideos,
  mergeDuplicates,
} from "../../scoring/items/video-duplicates.ts";

/** The texts of a release. */
export interface DuplicatesInput {
  /** Each question with its options, by ordinal. */
  readonly texts: readonly string[];
  /** The index of each question's video; negative without a video. */
  readonly clusters: Int32Array;
  readonly videos: readonly Omit<DescribedVideo, "questions">[];
}

/** The repeated videos and questions. */
export interface Duplicates {
  readonly videos: readonly DuplicateVideo[];
  /** Similar questions about one video, or about videos that may be the same. */
  readonly duplicates: readonly NearDuplicate[];
  /** Similar questions about different videos. */
  readonly repeated: readonly NearDuplicate[];
}

/** Finds repeated videos and questions. Runs in a thread, because it compares all texts. */
export function findDuplicates({ texts, clusters, videos: listed }: DuplicatesInput): Duplicates {
  const questions = listed.map((): string[] => []);
  for (const [ordinal, video] of clusters.entries()) questions[video]?.push(texts[ordinal] ?? "");
  const videos = duplicateVideos(listed.map((video, index) => ({ ...video, questions: questions[index] ?? [] })));
  const merged = mergeDuplicates(clusters, videos);
  return { videos, duplicates: nearDuplicates(texts, merged), repeated: repeatedQuestions(texts, merged) };
}
