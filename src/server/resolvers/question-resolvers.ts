import type { AnswerKey } from "../../domain/import-batch.ts";
import { optionLabel } from "../../domain/option-label.ts";
import { fetchQuestions } from "../plan/root-fields.ts";
import { type Resolver, type ResolverMap, resolvePlanned } from "./resolver.ts";

const resolveQuestions: Resolver = (_source, _args, context, info) => fetchQuestions(context, info);

const resolveOptions: Resolver = (...call) =>
  (resolvePlanned(...call) as readonly string[]).map((text, position) => ({ label: optionLabel(position), text }));

const resolveAnswerLabel: Resolver<object, AnswerKey> = (key) =>
  key.kind === "option" ? optionLabel(key.position) : null;

const resolveAnswerText: Resolver<object, AnswerKey> = (key) => ("text" in key ? key.text : null);

const resolveAnswerValue: Resolver<object, AnswerKey> = (key) => key;

export const questionResolvers: ResolverMap = {
  Query: { questions: resolveQuestions },
  Question: { options: resolveOptions },
  Answer: { label: resolveAnswerLabel, text: resolveAnswerText, value: resolveAnswerValue },
};
