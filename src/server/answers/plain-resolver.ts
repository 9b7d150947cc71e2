import { type GraphQLFieldResolver, type GraphQLResolveInfo, type GraphQLSchema, isObjectType } from "graphql";
import { UntoldError } from "../plan/untold-error.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

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
