import { type GraphQLFieldResolver, type GraphQLResolveInfo, type GraphQLSchema, isObjectType } from "graphql";
import type { Viewer } from "../../domain/viewer.ts";
import { nodesText } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { UntoldError } from "../plan/untold-error.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import { keyedTexts } from "./keyed-texts.ts";
import type { RootAnswer } from "./root-answers.ts";
import { type Reference, type ReferredTexts, valueWriter } from "./value-writer.ts";

/** A field's own resolver, one that does not read what graphql-js would tell it of the document. */
export type PlainResolver = (source: unknown, args: object, context: RequestContext) => unknown;

/** @throws UntoldError where there is none */
export function plainResolver(schema: GraphQLSchema, typeName: string, name: string): PlainResolver {
  const type = schema.getType(typeName);
  const resolve: GraphQLFieldResolver<unknown, RequestContext> | undefined = isObjectType(type)
    ? type.getFields()[name]?.resolve
    : undefined;
  if (resolve === undefined) throw new UntoldError(`${typeName}.${name} has no resolver`);
  return (source, args, context) => resolve(source, args, context, NO_INFO);
}

/** Whoever reads it is told to go the usual way. */
const NO_INFO = new Proxy({} as GraphQLResolveInfo, {
  get: (_target, name) => {
    throw new UntoldError(`a resolver reads ${String(name)} of the document`);
  },
});

/** A root field that its resolver computes, and whose value is written here, with the objects that it refers to. */
export function computedAnswer(schema: GraphQLSchema, field: SelectedField, viewer: Viewer): RootAnswer["text"] {
  const resolve = plainResolver(schema, "Query", field.name);
  const references: Reference[] = [];
  const write = valueWriter(schema, field, references);
  const plans = references.map((reference) => ({
    reference,
    plan: nodesText(reference.type, reference.field, viewer),
  }));
  return async (context, variables) => {
    const value = await resolve(undefined, field.argsWith(variables), context);
    const keys = plans.length === 0 ? NO_KEYS : referredKeys(write, value, references);
    const referred = new Map<Reference, ReadonlyMap<number, string>>();
    await Promise.all(
      plans.map(async ({ reference, plan }) => {
        const own = [...(keys.get(reference) ?? [])];
        if (own.length === 0) return;
        const rows = await keyedTexts(context, plan, own);
        referred.set(reference, new Map(rows.map(({ key, text }) => [key, text])));
      }),
    );
    return write(value, referred);
  };
}

type Keys = ReadonlyMap<Reference, ReadonlySet<number>>;
const NO_KEYS: Keys = new Map();

/** Which objects a value refers to: it is written once for nothing but that. */
function referredKeys(
  write: (value: unknown, referred: ReferredTexts) => string,
  value: unknown,
  references: readonly Reference[],
): Keys {
  const keys = new Map(references.map((reference) => [reference, new Set<number>()]));
  const note = (noted: Set<number>) => (key: number) => {
    noted.add(key);
    return "null";
  };
  const noting = new Map([...keys].map(([reference, noted]) => [reference, { get: note(noted) }]));
  write(value, noting as unknown as ReferredTexts);
  return keys;
}
