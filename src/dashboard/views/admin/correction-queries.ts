import { queryOptions } from "@tanstack/react-query";
import type { Question } from "../../../sdk/index.ts";
import { omnidex } from "../../data/page-client.ts";

/** The fields of the form. */
export interface CorrectionDraft {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The question's key. */
  readonly question: string;
  readonly answer: string;
  readonly reason: string;
  readonly author: string;
}

/** Converts a draft to the input of the API. */
export const correctionOf = ({ benchmark, question, answer }: CorrectionDraft) => ({
  benchmark,
  corrections: [{ question: question.trim(), answer: answer.trim() }],
});

/** @throws Error if the benchmark has no question with this key */
export async function questionOf(benchmark: string, key: string): Promise<Question> {
  const [question] = await omnidex()
    .questions({ filter: { benchmarks: [benchmark], keys: [key] } })
    .take(1)
    .toArray();
  if (question === undefined) throw new Error(`${benchmark} has no question '${key}'.`);
  return question;
}

/** The revisions of the answer key of a benchmark's current release, oldest first. */
export const keyRevisionsQuery = (benchmark: string) =>
  queryOptions({
    queryKey: ["key revisions", benchmark],
    queryFn: ({ signal }) => omnidex().keyRevisions(benchmark, { signal }),
    enabled: benchmark !== "",
  });
