import type { Omnidex, Question } from "../../sdk/index.ts";
import type { QuestionColumn } from "./question-table.ts";

/** A question with its prompt. */
export interface PromptedQuestion extends Question {
  readonly prompt: string;
}

/** The column that `--prompt` adds, after the others. */
export const PROMPT_COLUMN: QuestionColumn = {
  name: "prompt",
  type: "text",
  value: (question) => (question as PromptedQuestion).prompt,
};

/** The most nodes that the server returns in one request. */
const AT_ONCE = 100;

const DOCUMENT = `query ($ids: [ID!]!, $template: String) {
  nodes(ids: $ids) { ... on Question { id prompt(template: $template) } }
}`;

interface Answer {
  readonly nodes: readonly ({ readonly id: string; readonly prompt: string } | null)[];
}

/**
 * The questions with their prompts, in the same order.
 * @param template the name of a template; null for each benchmark's default
 * @throws `BAD_USER_INPUT` if the template does not exist, or does not belong to the benchmark of one of the questions
 */
export async function* withPrompts(
  omnidex: Omnidex,
  questions: AsyncIterable<Question>,
  template: string | null,
): AsyncGenerator<PromptedQuestion> {
  let piece: Question[] = [];
  for await (const question of questions) {
    piece.push(question);
    if (piece.length < AT_ONCE) continue;
    yield* await prompted(omnidex, piece, template);
    piece = [];
  }
  if (piece.length > 0) yield* await prompted(omnidex, piece, template);
}

async function prompted(
  omnidex: Omnidex,
  questions: readonly Question[],
  template: string | null,
): Promise<readonly PromptedQuestion[]> {
  const ids = questions.map(({ id }) => id);
  const { nodes } = await omnidex.query<Answer>(DOCUMENT, { ids, template });
  const prompts = new Map(nodes.flatMap((node) => (node === null ? [] : [[node.id, node.prompt]])));
  return questions.map((question) => ({ ...question, prompt: prompts.get(question.id) ?? "" }));
}
