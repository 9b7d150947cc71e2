import { type GraphQLFieldResolver, type GraphQLResolveInfo, getNamedType, isLeafType } from "graphql";
import { badInput, type OmnidexError } from "../../domain/errors.ts";
import { FAILURE, HOLE_MARK } from "./json-text.ts";

/** An object parsed from the text of its plan, for resolvers. Its members have the response keys of the fields. */
export class PlannedObject {
  /** @param type the name of its GraphQL type, if the type of the field does not state it */
  constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    readonly type?: string,
  ) {}

  /** The value of the field whose resolver is called; the inputs for a computed field. */
  member({ path, returnType }: Pick<GraphQLResolveInfo, "path" | "returnType">): unknown {
    const value = this.members[path.key];
    return isLeafType(getNamedType(returnType)) ? value : wrapped(value);
  }

  /** The inputs of a computed field. */
  needs({ path }: Pick<GraphQLResolveInfo, "path">): unknown {
    return this.members[path.key];
  }
}

function wrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrapped);
  if (value === null || value === undefined) return null;
  const members = value as Readonly<Record<string, unknown>>;
  if (typeof members[FAILURE] === "string") throw refusal(members[FAILURE]);
  return new PlannedObject(members);
}

/** The error of a field whose plan could not be made. */
function refusal(text: string): OmnidexError {
  const { message, details } = JSON.parse(text) as Pick<OmnidexError, "message" | "details">;
  return badInput(message, details);
}

/** Parses a text of a plan. A hole becomes the inputs of its field. */
export const plannedObject = (text: string, type?: string): PlannedObject =>
  new PlannedObject(JSON.parse(text.replace(HOLE_ENDS, "")), type);

/** The delimiters of a hole: the mark with the hole's number before the inputs, and the mark alone after them. */
const HOLE_ENDS = new RegExp(`${HOLE_MARK}(?:\\d+:)?`, "g");

/**
 * The default resolver. It reads a field of a planned object by its response key, and of any other object by its name.
 */
export const resolvePlanned =
  (byName: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, context, info) =>
    source instanceof PlannedObject ? source.member(info) : byName(source, args, context, info);
