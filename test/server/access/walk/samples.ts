import { type GraphQLInputType, getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType } from "graphql";
import type { ArgumentAccess } from "../../../../src/server/generated/schema-types.ts";
import { ARGUMENT_RULES, INPUT_RULES } from "./probes.ts";
import type { TwinRuns } from "./twins.ts";

/** What the samples are about. */
export interface Subject {
  /** The benchmark's slug. */
  readonly slug: string;
  readonly runs: TwinRuns;
}

/** A value of an argument, as GraphQL. */
export interface Sample {
  /** The argument or the field of an input that it tries: `Run.score.filter`, `QuestionFilter.tasks`. */
  readonly place: string;
  readonly rule: ArgumentAccess | undefined;
  readonly literal: string;
  /**
   * For arguments that select among objects that some callers may not see: the same value for an object that does not
   * exist.
   */
  readonly nothing?: string;
}

const text = (value: string): string => JSON.stringify(value);
const list = (...values: readonly string[]): string => `[${values.join(", ")}]`;
const MISSING_RUN = text("run_999999999");
const CANARY = 'models: ["canary-model"]';

/**
 * Values by type, field and argument, or by the argument's name alone, for arguments that need more than the
 * default value of their type.
 */
const VALUES: Readonly<Record<string, (subject: Subject) => string>> = {
  benchmark: ({ slug }) => text(slug),
  benchmarks: ({ slug }) => list(text(slug)),
  "Query.benchmark.slug": ({ slug }) => text(slug),
  "Query.question.key": () => text("q0020"),
  "Query.video.key": () => text("v5"),
  "Query.storedSubset.id": () => text("subset_1"),
  "Run.audit.extractor": () => text("lmms-eval-worldsense"),
  "Query.comparisonPlan.difference": () => "0.1",
  "Query.representativeSubset.size": () => "30",
  "Query.modalityDiagnostics.runs": ({ runs }) => list(text(runs.sound), text(runs.silent)),
  "Query.compareWithReference.runs": ({ runs }) => list(text(runs.silent)),
  reference: ({ runs }) => text(runs.sound),
  reportUrl: () => text("https://example.org/report"),
  url: () => text("https://example.org/model"),
  a: ({ runs }) => text(runs.sound),
  b: ({ runs }) => text(runs.silent),
  run: ({ runs }) => text(runs.sound),
  examples: () => "5",
  by: () => "[TASK]",
  tasks: () => list(text("counting")),
  keys: () => list(text("q0020"), text("q0021")),
  "VideoFilter.keys": () => list(text("v5")),
  subsets: () => list(text("main")),
  first: () => "3",
  last: () => "3",
  outcomes: () => "[CORRECT]",
  board: () => "PRIVATE",
  "QuestionFilter.and": () => '[{ keys: ["q0020"] }]',
  "QuestionFilter.or": () => '[{ keys: ["q0020"] }]',
  "QuestionFilter.not": () => '{ keys: ["q0020"] }',
  "QuestionFilter.text": () => text("number 20"),
  "PredictionFilter.text": () => text("A"),
  "PredictionFilter.errorTypes": () => list(text("misheard")),
  "RunFilter.and": () => `[{ ${CANARY} }]`,
  "RunFilter.or": () => `[{ ${CANARY} }]`,
  "RunFilter.not": () => '{ models: ["nobody"] }',
  "RunFilter.models": () => list(text("canary-model")),
  "RunFilter.organizations": () => list(text("Canary lab")),
  "RunFilter.prompts": () => list(text("canary-prompt")),
  "RunFilter.seeds": () => "[77]",
  "RunFilter.visibility": () => "PRIVATE",
  "RunFilter.statuses": () => "[SCORED]",
  "RunFilter.inputs": () => "[VIDEO]",
  "RunFilter.openEnded": () => "false",
  "RunFilter.partial": () => "false",
  "RunFilter.frames": () => "{ gte: 8, lte: 8 }",
  "RunFilter.audio": () => "false",
  "RunFilter.subtitles": () => "false",
  "RunFilter.parameterCount": () => "{ gte: 3e9, lte: 3e9 }",
  "RunOrder.field": () => "SCORE",
  "RunFilter.createdAt": () => '{ gte: "2020-01-01T00:00:00Z" }',
  stepCount: () => "{ gte: 1 }",
  audioStepCount: () => "{ gte: 1 }",
  visionStepCount: () => "{ gte: 0 }",
  audioStepShare: () => "{ gte: 0 }",
  "QuestionFilter.statistics": () => '{ snapshot: "snapshot_999999", difficulty: { gte: 0 } }',
};

/** Ids and names of ann's private run, each with a value that does not exist. */
const PRIVATE: Readonly<Record<string, (subject: Subject) => readonly [string, string]>> = {
  "Query.run.id": ({ runs }) => [text(runs.private), MISSING_RUN],
  "Query.node.id": ({ runs }) => [text(runs.private), MISSING_RUN],
  "Query.nodes.ids": ({ runs }) => [list(text(runs.private)), list(MISSING_RUN)],
  "Query.model.slug": () => [text("canary-model"), text("nobody")],
  "Query.compareRuns.a": ({ runs }) => [text(runs.private), MISSING_RUN],
  "Query.compareRuns.b": ({ runs }) => [text(runs.private), MISSING_RUN],
  "Query.compareWithReference.reference": ({ runs }) => [text(runs.private), MISSING_RUN],
  "Query.compareWithReference.runs": ({ runs }) => [list(text(runs.private)), list(MISSING_RUN)],
  "Query.modalityDiagnostics.runs": ({ runs }) => [
    list(text(runs.sound), text(runs.private)),
    list(text(runs.sound), MISSING_RUN),
  ],
  "Query.nextQuestions.run": ({ runs }) => [text(runs.private), MISSING_RUN],
  "ReferenceComparison.uniquelyRight.run": ({ runs }) => [text(runs.private), MISSING_RUN],
};

/** Fields that accompany the tried field of an input. They limit a filter to the benchmark or to ann's private run. */
const BESIDE: Readonly<Record<string, (subject: Subject) => readonly string[]>> = {
  QuestionFilter: ({ slug }) => [`benchmarks: [${text(slug)}]`],
  VideoFilter: ({ slug }) => [`benchmarks: [${text(slug)}]`],
  RunFilter: ({ slug }) => [`benchmarks: [${text(slug)}]`, CANARY],
  RunOrder: () => ["field: CREATED_AT"],
};

/** Values that match nothing, for rules about the matches of a condition. */
const NOTHING: Partial<Record<ArgumentAccess, string>> = {
  SEEN: '{ models: ["nobody"] }',
  CALLER: '{ models: ["nobody"] }',
  SECRET: "{ durationSeconds: { gt: 1e9 } }",
};

/** A value of an argument that has to be given. */
export const literalOf = (place: string, type: GraphQLInputType, subject: Subject): string => {
  const name = place.slice(place.lastIndexOf(".") + 1);
  const value = VALUES[place] ?? VALUES[name];
  return value === undefined ? firstOf(type, subject) : value(subject);
};

function firstOf(type: GraphQLInputType, subject: Subject): string {
  if (isNonNullType(type)) return firstOf(type.ofType, subject);
  if (isListType(type)) return list(firstOf(type.ofType, subject));
  if (isEnumType(type)) return type.getValues()[0]?.name ?? "";
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${required.map(({ name, type: own }) => `${name}: ${literalOf(`${type.name}.${name}`, own, subject)}`).join(", ")} }`;
  }
  return SCALARS[type.name] ?? text("x");
}
const SCALARS: Readonly<Record<string, string>> = {
  Int: "2",
  Float: "0.5",
  Boolean: "true",
  DateTime: text("2026-01-01T00:00:00Z"),
};

/**
 * The values that are tried for an argument: its own, or one for each field of its input.
 * @param whole tries every field of an input; otherwise one for each rule
 */
export function samplesOf(place: string, type: GraphQLInputType, subject: Subject, whole: boolean): readonly Sample[] {
  const named = getNamedType(type);
  const [host, field, argument = ""] = place.split(".");
  const rule = ARGUMENT_RULES[`${host}.${field}`]?.[argument];
  const pair = PRIVATE[place]?.(subject);
  if (pair !== undefined) return [{ place, rule, literal: pair[0], nothing: pair[1] }];
  if (!isInputObjectType(named)) {
    const literal = rule === "DISCLOSED" ? "[TASK, LEVEL]" : literalOf(place, type, subject);
    return [{ place, rule, literal }];
  }
  const own = rule === "DISCLOSED" ? [{ place, rule, literal: '{ not: { keys: ["q0020"] } }' }] : [];
  return [...own, ...fieldSamples(named.name, Object.values(named.getFields()), subject, whole)];
}

function fieldSamples(
  input: string,
  fields: readonly { readonly name: string; readonly type: GraphQLInputType }[],
  subject: Subject,
  whole: boolean,
): readonly Sample[] {
  const tried = new Set<ArgumentAccess | undefined>(whole ? [] : ["INHERITED"]);
  return fields.flatMap(({ name, type }) => {
    const place = `${input}.${name}`;
    const rule = INPUT_RULES[input]?.[name];
    if (!whole && tried.has(rule)) return [];
    tried.add(rule);
    const beside = (BESIDE[input]?.(subject) ?? []).filter((condition) => !condition.startsWith(`${name}:`));
    const wrap = (value: string): string => `{ ${[...beside, `${name}: ${value}`].join(", ")} }`;
    const inner = getNamedType(type);
    // A filter inside another one, such as the filter of questions in the filter of predictions.
    const nested =
      isInputObjectType(inner) && inner.name !== input && inner.name.endsWith("Filter") && !isListType(type)
        ? fieldSamples(inner.name, Object.values(inner.getFields()), subject, true)
        : [];
    const nothing = NOTHING[rule ?? "INHERITED"];
    if (nested.length > 0 && input !== "QuestionFilter")
      return nested.map(({ nothing: none, ...sample }) => ({
        ...sample,
        literal: wrap(sample.literal),
        ...(none !== undefined && { nothing: wrap(none) }),
      }));
    return [{ place, rule, literal: wrap(literalOf(place, type, subject)), ...(nothing && { nothing }) }];
  });
}
