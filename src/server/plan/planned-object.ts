import { type GraphQLFieldResolver, type GraphQLResolveInfo, getNamedType, isLeafType } from "graphql";
import { HOLE_MARK } from "./json-text.ts";

/** An object as written by its plan, for resolvers. Its fields have their response keys. */
export class PlannedObject {
  /** @param type the name of its GraphQL type, where the field's own type does not say it */
  constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    readonly type?: string,
  ) {}

  /** The value of the field that a resolver is called for; for a computed field, its inputs. */
  member({ path, returnType }: Pick<GraphQLResolveInfo, "path" | "returnType">): unknown {
    const value = this.members[path.key];
    return isLeafType(getNamedType(returnType)) ? value : wrapped(value);
  }

  /** What a computed field needs. */
  needs({ path }: Pick<GraphQLResolveInfo, "path">): unknown {
    return this.members[path.key];
  }
}

function wrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrapped);
  return value === null || value === undefined ? null : new PlannedObject(value as Readonly<Record<string, unknown>>);
}

/** Parses a text of a plan. A hole becomes the inputs of its field. */
export const plannedObject = (text: string, type?: string): PlannedObject =>
  new PlannedObject(JSON.parse(text.replace(HOLE_ENDS, "")), type);

/** Before the needs their hole's number, after them nothing. */
const HOLE_ENDS = new RegExp(`${HOLE_MARK}(?:\\d+:)?`, "g");

/** The default resolver: reads a field of a planned object by its response key, of other objects by its name. */
export const resolvePlanned =
  (byName: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, context, info) =>
    source instanceof PlannedObject ? source.member(info) : byName(source, args, context, info);
