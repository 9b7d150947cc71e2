import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { omnidex } from "../../data/query-client.ts";
import { MAIN } from "../../data/use-settled.ts";
import {
  QuestionByIdDocument,
  type QuestionByIdQuery,
  QuestionPageDocument,
  type QuestionPageQuery,
} from "../../generated/operations.ts";

/** A question in a list, with the number of runs that answer it correctly. */
export type ListedQuestion = QuestionPageQuery["questions"]["nodes"][number];

/** The number of questions on a page. Cards are tall, so their pages are short. The table draws only rows in view. */
const PAGES = { cards: 20, table: 200 } as const;

/** The questions of a slice, page by page. */
export const questionPagesQuery = (filter: QuestionFilter, layout: keyof typeof PAGES) =>
  infiniteQueryOptions({
    queryKey: ["questions", filter, layout],
    meta: MAIN,
    queryFn: async ({ pageParam: after, signal }) =>
      (await omnidex().query(QuestionPageDocument, { filter, first: PAGES[layout], after }, { signal })).questions,
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

/** A question by its id; null if there is none. */
export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: ["question", id],
    queryFn: async ({ signal }) => {
      const { node } = await omnidex().query(QuestionByIdDocument, { id }, { signal });
      return isQuestion(node) ? node : null;
    },
  });

type FoundNode = QuestionByIdQuery["node"];

/** Whether a node is a question. Nodes of other types have none of the selected fields. */
const isQuestion = (node: FoundNode): node is ListedQuestion => node !== null && "key" in node;
