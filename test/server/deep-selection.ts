import { buildSchema, type GraphQLField, getNamedType, isObjectType, isRequiredArgument } from "graphql";
import { typeDefs } from "../../src/server/generated/schema-sdl.ts";

const schema = buildSchema(typeDefs);

/** Computed fields, most of them from score vectors. They are not planned, so they send statements of their own. */
export const COMPUTED = [
  "score",
  "counts",
  "breakdown",
  "audit",
  "captionMetrics",
  "scoringNotes",
  "changes",
  "changeCount",
  "results",
  "statistics",
  "ability",
  "estimate",
  "judgeable",
  "keyReviews",
  "averages",
  "datasheet",
];

/**
 * A selection of all fields of an object, `depth` objects deep. Lists within the object are limited to one row. At the
 * last level, only fields without further objects are selected.
 */
export function deepSelection(typeName: string, depth: number): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is not an object`);
  return ["__typename", ...Object.values(type.getFields()).flatMap((field) => selection(field, depth))].join(" ");
}

function selection(field: GraphQLField<unknown, unknown>, depth: number): string[] {
  const type = getNamedType(field.type);
  if (COMPUTED.includes(field.name) || field.args.some(isRequiredArgument)) return [];
  if (!isObjectType(type)) return [field.name];
  // Only predictions and objects with an id count as a level of depth. Connections and edges, for example, do not.
  const isRow = "id" in type.getFields() || type.name === "Prediction";
  if (isRow && depth === 0) return [];
  const args = field.args.some(({ name }) => name === "first") ? "(first:1)" : "";
  return [`${field.name}${args}{${deepSelection(type.name, isRow ? depth - 1 : depth)}}`];
}
