import type { Question } from "../../sdk/types.ts";
import { namesHint } from "../nearest-name.ts";
import { UsageError } from "../usage-error.ts";

/** What a column holds: a plain value, JSON, or a list of texts. */
export interface QuestionColumn {
  readonly name: string;
  readonly type: "text" | "integer" | "number" | "boolean" | "json" | "texts";
  readonly value: (question: Question) => unknown;
}

const column = (name: string, type: QuestionColumn["type"], value: QuestionColumn["value"]): QuestionColumn => ({
  name,
  type,
  value,
});

/** The flat form of a question, in the names and the order of the server's own exports. New ones come at the end. */
export const QUESTION_COLUMNS: readonly QuestionColumn[] = [
  column("benchmark", "text", (q) => q.benchmark.slug),
  column("key", "text", (q) => q.key),
  column("text", "text", (q) => q.text),
  column("options", "texts", (q) => q.options.map(({ text }) => text)),
  column("answerFormat", "text", (q) => q.answerFormat),
  column("answerAccess", "text", (q) => q.answerAccess),
  column("answerLabel", "text", (q) => q.answer?.label ?? null),
  column("answerText", "text", (q) => q.answer?.text ?? null),
  column("answer", "json", (q) => q.answer?.value ?? null),
  column("task", "text", (q) => q.task.slug),
  column("taskName", "text", (q) => q.task.name),
  column("level", "text", (q) => q.level),
  column("audioTypes", "texts", (q) => q.audioTypes.map(({ type }) => type)),
  column("audioLabels", "texts", (q) => q.audioTypes.map(({ nativeLabel }) => nativeLabel)),
  column("category", "text", (q) => q.video?.category?.slug ?? null),
  column("categoryName", "text", (q) => q.video?.category?.name ?? null),
  column("video", "text", (q) => q.video?.key ?? null),
  column("durationSeconds", "number", (q) => q.video?.durationSeconds ?? null),
  column("durationBucket", "text", (q) => q.video?.durationBucket ?? null),
  column("videoUrl", "text", (q) => q.video?.url ?? null),
  column("media", "json", (q) => q.media),
  column("requiresAudio", "boolean", (q) => q.requiresAudio),
  column("requiresVisual", "boolean", (q) => q.requiresVisual),
  column("questionOnly", "boolean", (q) => q.questionOnly),
  column("requiresDomainKnowledge", "boolean", (q) => q.requiresDomainKnowledge),
  column("subset", "text", (q) => q.subset),
  column("reasoningSteps", "json", (q) => q.reasoningSteps),
  column("ordinal", "integer", (q) => q.ordinal),
  column("id", "text", (q) => q.id),
];

/** The columns of these names, in their order; all where none are named. @throws {UsageError} for a name that there is not */
export function columnsNamed(
  names: readonly string[] | undefined,
  columns: readonly QuestionColumn[] = QUESTION_COLUMNS,
): readonly QuestionColumn[] {
  if (names === undefined) return columns;
  const all = columns.map(({ name }) => name);
  return names.map((name) => {
    const found = columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new UsageError(`There is no column '${name}'.`, namesHint(name, all, "columns"));
    return found;
  });
}

/** A question as an object of these columns. */
export const questionRow = (columns: readonly QuestionColumn[], question: Question): Record<string, unknown> =>
  Object.fromEntries(columns.map(({ name, value }) => [name, value(question)]));
