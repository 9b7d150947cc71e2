import { hidesAnswers, openPartOf } from "../domain/exported-release.ts";
import type { JoinQuestion, JoinRelease } from "../formats/join/found-question.ts";
import type { Omnidex } from "../sdk/client.ts";
import type { Benchmark } from "../sdk/types.ts";

interface Answer {
  readonly questions: {
    readonly nodes: readonly QuestionNode[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

interface QuestionNode extends Omit<JoinQuestion, "options" | "video" | "answer"> {
  readonly options: readonly { readonly text: string }[];
  readonly video: { readonly key: string } | null;
  readonly answer: { readonly label: string | null } | null;
}

const PAGE = 500;

/** The questions of a benchmark's current release, with the fields by which rows are matched to questions. */
export async function fetchRelease(omnidex: Omnidex, benchmark: string): Promise<JoinRelease> {
  const questions: JoinQuestion[] = [];
  let after: string | null = null;
  for (;;) {
    const answer: Answer = await omnidex.query<Answer>(DOCUMENT, { benchmark, first: PAGE, after });
    const { nodes, pageInfo } = answer.questions;
    questions.push(...nodes.map(toQuestion));
    if (!pageInfo.hasNextPage) return { benchmark, questions };
    after = pageInfo.endCursor;
  }
}

/** The slug of the open part of a benchmark that hides its other answers; null if it has none. */
export function openPartIn(benchmarks: readonly Benchmark[], benchmark: string): string | null {
  const releaseOf = (slug: string) => benchmarks.find((each) => each.slug === slug)?.release ?? null;
  const [own, open] = [releaseOf(benchmark), releaseOf(openPartOf(benchmark))];
  const isDivided = own !== null && open !== null && hidesAnswers(own) && !hidesAnswers(open);
  return isDivided ? openPartOf(benchmark) : null;
}

const toQuestion = ({ options, video, answer, ...question }: QuestionNode): JoinQuestion => ({
  ...question,
  options: options.map(({ text }) => text),
  video: video?.key ?? null,
  answer: answer?.label ?? null,
});

const DOCUMENT = `query ($benchmark: String!, $first: Int!, $after: String) {
  questions(filter: { benchmarks: [$benchmark] }, orderBy: { field: ORDINAL }, first: $first, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { key ordinal text options { text } video { key } task { slug name } answer { label } native }
  }
}`;
