import { fetchRootConnection } from "../plan/root-fields.ts";
import type { Resolver, ResolverMap } from "./resolver.ts";

const fetchQuestions = fetchRootConnection("questions");

const resolveQuestions: Resolver = (_source, _args, context, info) => fetchQuestions(context, info);

export const questionResolvers: ResolverMap = { Query: { questions: resolveQuestions } };
