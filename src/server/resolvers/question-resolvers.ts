import type { AnswerKey } from "../../domain/import-batch.ts";
import { optionLabel } from "../../domain/option-label.ts";
import { inCurrentRelease } from "../data/slice-condition.ts";
import { fetchConnection } from "../plan/execute-plan.ts";
import { questionsSpec } from "../plan/types/question-list.ts";
import { type Resolver, type ResolverMap, resolvePlanned } from "./resolver.ts";

const currentQuestions = questionsSpec<null>(inCurrentRelease);

const resolveQuestions: Resolver = (_source, _args, context, info) => fetchConnection(context, info, currentQuestions);

const resolveOptions: Resolver = (...call) =>
  (resolvePlanned(...call) as readonly string[]).map((text, position) => ({ label: optionLabel(position), text }));

const resolveAnswerLabel: Resolver<object, AnswerKey> = (key) =>
  key.kind === "option" ? optionLabel(key.position) : null;

const resolveAnswerText: Resolver<object, AnswerKey> = (key) => ("text" in key ? key.text : null);

export const questionResolvers: ResolverMap = {
  Query: { questions: resolveQuestions },
  Question: { options: resolveOptions },
  Answer: {
    label: resolveAnswerLabel,
    text: resolveAnswerText,
    value: ((key) => key) satisfies Resolver<object, AnswerKey>,
  },
};
