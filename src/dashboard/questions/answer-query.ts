import { queryOptions } from "@tanstack/react-query";
import { omnidex } from "../data/page-client.ts";
import { QuestionAnswerDocument } from "../generated/operations.ts";

/** The answer of a question, with its human-written reasoning. It is fetched only on request. */
export const answerQuery = (id: string) =>
  queryOptions({
    queryKey: ["answer", id],
    queryFn: async ({ signal }) => {
      const { node } = await omnidex().query(QuestionAnswerDocument, { id }, { signal });
      return node !== null && "answer" in node ? node : null;
    },
  });
