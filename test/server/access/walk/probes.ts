import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { typeDefs } from "../../../../src/server/generated/schema-sdl.ts";
import type { FieldAccess } from "../../../../src/server/generated/schema-types.ts";
import { argumentAccess, fieldAccess, inputAccess } from "../../../../src/server/graphql/access-rules.ts";
import type { Scene } from "./scenes.ts";

export const schema = buildSchema(typeDefs);
export const FIELD_RULES = fieldAccess(schema);
export const ARGUMENT_RULES = argumentAccess(schema);
export const INPUT_RULES = inputAccess(schema);

/** Arguments as GraphQL, for fields that require them or return little without them. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  "Query.disclosure": 'benchmark: "secrets"',
  "Query.maintainers": 'benchmark: "secrets"',
  "Query.mergedOwners": 'benchmark: "secrets"',
  "Query.errorTypes": 'benchmark: "mmworld"',
  "Run.predictions": "first: 20",
  "Run.remarks": "examples: 5",
  "Run.breakdown": "by: [TASK]",
  "Run.audit": 'extractor: "lmms-eval-worldsense"',
};

export const fieldsOf = (type: GraphQLNamedType | undefined): readonly GraphQLField<unknown, unknown>[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];

/** A path from the root to an object of a type: `["benchmark(slug: …)", "release"]`. */
export interface Door {
  readonly type: string;
  /** Selections, each a field or an inline fragment. */
  readonly path: readonly string[];
  /** The rules of the fields on the path. */
  readonly rules: readonly FieldAccess[];
}

/** The rule of a field; undefined without an entry. */
export const ruleOf = (type: string, field: string): FieldAccess | undefined => FIELD_RULES[type]?.[field];

/** The selection of a field, with the leaves of its type that are the same for everyone. */
export const selectionOf = (type: string, field: GraphQLField<unknown, unknown>): string =>
  `${called(type, field)}${leavesOf(getNamedType(field.type))}`;

/** A field with the arguments that the walk gives it. */
function called(type: string, field: GraphQLField<unknown, unknown>): string {
  const given = argumentsOf(type, field);
  return given === "" ? field.name : `${field.name}(${given})`;
}

const argumentsOf = (type: string, { name, args }: GraphQLField<unknown, unknown>): string =>
  ARGUMENTS[`${type}.${name}`] ?? (args.some((argument) => argument.name === "first") ? "first: 3" : "");

function leavesOf(type: GraphQLNamedType): string {
  if (isLeafType(type)) return "";
  const leaves = fieldsOf(type).filter(
    (field) => isLeafType(getNamedType(field.type)) && ruleOf(type.name, field.name) === "EVERYONE",
  );
  return ` { __typename ${leaves.map(({ name }) => name).join(" ")} }`;
}

/** Whether a field can be asked for with the arguments that the walk has. */
export const isCallable = (type: string, field: GraphQLField<unknown, unknown>): boolean =>
  field.args.every((argument) => !isRequiredArgument(argument) || argumentsOf(type, field).includes(argument.name));

/** The shortest path from a scene's selection to each type, including the type of the selection. */
export function doorsFrom(scene: Pick<Scene, "type" | "selection" | "isShallow" | "fields">): readonly Door[] {
  const path = scene.selection === "" ? [] : [scene.selection, ...(scene.fields ?? [])];
  const rule = ruleOf("Query", /^\w*/.exec(scene.selection)?.[0] ?? "");
  const found = new Map<string, Door>([
    [scene.type, { type: scene.type, path, rules: rule === undefined ? [] : [rule] }],
  ]);
  const reach = (door: Door): void => {
    const type = schema.getType(door.type);
    if (type === undefined || isLeafType(type) || door.type === "Node") return;
    if (!found.has(door.type)) found.set(door.type, door);
    if (!isAbstractType(type)) return;
    for (const { name } of schema.getPossibleTypes(type))
      if (!found.has(name)) found.set(name, { ...door, type: name, path: [...door.path, `... on ${name}`] });
  };
  for (const door of found.values()) {
    if (scene.type === "Query" || (scene.isShallow && door.type !== scene.type)) continue;
    for (const field of fieldsOf(schema.getType(door.type)).filter((each) => isCallable(door.type, each)))
      reach({
        type: getNamedType(field.type).name,
        path: [...door.path, called(door.type, field)],
        rules: [...door.rules, ruleOf(door.type, field.name) ?? "EVERYONE"],
      });
  }
  return [...found.values()];
}

/** A document that asks for selections at the end of a path. */
export const documentOf = ({ path }: Door, selections: readonly string[]): string =>
  ["", ...path].join(" { ").concat(" { __typename ", selections.join(" "), " }".repeat(path.length + 1));

/** The objects at the end of a path, in order. */
export function objectsAt(data: unknown, { path }: Door): readonly Readonly<Record<string, unknown>>[] {
  let objects: unknown[] = data == null ? [] : [data];
  for (const selection of path) {
    if (selection.startsWith("... on ")) {
      const wanted = selection.slice("... on ".length);
      objects = objects.filter(
        (object) =>
          typeof object === "object" && object !== null && "__typename" in object && object.__typename === wanted,
      );
      continue;
    }
    const name = /^\w+/.exec(selection)?.[0] ?? "";
    objects = objects.flatMap((object) => {
      const value = (object as Record<string, unknown> | null)?.[name];
      return value == null ? [] : Array.isArray(value) ? value.flat().filter((one) => one !== null) : [value];
    });
  }
  return objects as readonly Readonly<Record<string, unknown>>[];
}
