import {
  countQuestions,
  countQuestionsOf,
  countVideos,
  fetchQuestions,
  fetchVideos,
  type QuestionFilter,
  type QuestionRow,
  type VideoRow,
} from "./rows.ts";
import { questionsById, videosById } from "./rows-by-id.ts";
import { countSlice, fetchLeaderboard, fetchTaskCells, findRun } from "./run-rows.ts";

interface Page {
  readonly first: number;
  readonly filter?: QuestionFilter | null;
}
interface Board extends Page {
  readonly benchmark: string;
}
interface WithId {
  readonly id: number;
}

const keyOf = (id: string): number => Number(/_(\d+)$/.exec(id)?.[1] ?? 0);
const prefixed = (prefix: string) => ({ id: (row: WithId) => `${prefix}_${row.id}` });

async function findNode(_: unknown, { id }: { readonly id: string }): Promise<object | null> {
  const [key, prefix] = [keyOf(id), id.replace(/_.*/, "")];
  const row =
    prefix === "question" ? (await questionsById([key]))[0] : prefix === "video" ? (await videosById([key]))[0] : null;
  return row ? { ...row, __typename: prefix === "question" ? "Question" : "Video" } : null;
}

/** All resolvers except those that load data for many parents at once, which each server does in its own way. */
export const plainResolvers = {
  Query: {
    node: findNode,
    questions: (_: unknown, args: Page): Page => args,
    videos: (_: unknown, args: Page): Page => args,
    run: (_: unknown, { id }: { readonly id: string }) => findRun(keyOf(id)),
    leaderboard: async (_: unknown, args: Board) => {
      const { benchmark, filter, first } = args;
      const [entries, questions] = await Promise.all([
        fetchLeaderboard(benchmark, filter, first),
        countSlice(benchmark, filter),
      ]);
      const nodes = entries.map(({ run, rank, value, n, correct, slug, name }) => ({
        rank,
        value,
        model: { slug, name },
        run: { id: run },
        score: { value, n, correct },
      }));
      return { nodes, questions, totalCount: entries[0]?.total ?? 0 };
    },
  },
  Node: { resolveType: ({ __typename }: { readonly __typename: string }) => __typename },
  Question: {
    ...prefixed("question"),
    options: ({ options }: QuestionRow) =>
      options.map((text, place) => ({ label: String.fromCharCode(65 + place), text })),
  },
  Video: { ...prefixed("video"), questions: ({ id }: VideoRow, { first }: Page) => ({ video: id, first }) },
  Run: {
    ...prefixed("run"),
    breakdown: async ({ id }: WithId) =>
      (await fetchTaskCells(id)).map(({ key, label, n, correct }) => ({
        keys: [{ key, label }],
        score: { value: correct / n, n, correct },
      })),
  },
  VideoConnection: { nodes: ({ first }: Page) => fetchVideos(first), totalCount: () => countVideos() },
};

/** A page of the questions of a video, or of all questions. */
export type QuestionPage = Page & { readonly video?: number };

export const countPage = ({ video, filter }: QuestionPage): Promise<number> =>
  video === undefined ? countQuestions(filter) : countQuestionsOf(video);

export const fetchPage = ({ filter, first }: QuestionPage): Promise<QuestionRow[]> => fetchQuestions(filter, first);
