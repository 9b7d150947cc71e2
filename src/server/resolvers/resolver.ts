import type { GraphQLResolveInfo } from "graphql";
import type { RequestContext } from "./request-context.ts";

/** An object as a plan or another resolver returned it. */
export type Source = Readonly<Record<string, unknown>>;

/** A field's resolver. `S` is its object, `A` its coerced arguments. */
export type Resolver<A = Source, S = Source> = (
  source: S,
  args: A,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => unknown;

/** What a resolver file contributes to the schema: resolvers by type and field. */
export type ResolverMap = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Reads a planned field, which is under its response key so that two aliases of it do not collide. */
export const resolvePlanned: Resolver = (source, _args, _context, info) => source[info.path.key];
