import { type GraphQLFieldResolver, type GraphQLResolveInfo, getNamedType, isLeafType } from "graphql";
import { badInput, type OmnidexError } from "../../../domain/errors.ts";
import { FAILURE, HOLE_MARK } from "./json-pieces.ts";

/** An object parsed from the JSON of a query plan, for resolvers. Its members are keyed by response key. */
export class PlannedObject {
  /** @param type the name of the object's GraphQL type, needed if the type of the field is an interface or a union */
  constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    readonly type?: string,
  ) {}

  /** The value of the field whose resolver is called. For a computed field, its inputs. */
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

/** The error of a field with invalid arguments. */
function refusal(text: string): OmnidexError {
  const { message, details } = JSON.parse(text) as Pick<OmnidexError, "message" | "details">;
  return badInput(message, details);
}

/** Parses the JSON that a plan returned. Each hole becomes the inputs of its field. */
export const plannedObject = (text: string, type?: string): PlannedObject =>
  new PlannedObject(JSON.parse(withoutHoles(text)), type);

/** The JSON of a plan, with the inputs of a computed field in the place of each hole. */
export const withoutHoles = (text: string): string => text.replace(HOLE_ENDS, "");

/** The delimiters of a hole: the mark with the hole's number before the inputs, and the mark alone after them. */
const HOLE_ENDS = new RegExp(`${HOLE_MARK}(?:\\d+:)?`, "g");

/** The default resolver. It reads a field of a planned object by its response key, and of others by its name. */
export const resolvePlanned =
  (byName: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, context, info) =>
    source instanceof PlannedObject ? source.member(info) : byName(source, args, context, info);
