import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, getDirectiveValues } from "graphql";

/** The cost of a field, from the schema's `@cost` and `@listSize`. */
export interface FieldCost {
  /** The cost of the field itself, without the objects that it returns. */
  readonly weight: number;
  /** The assumed length of a list without a size argument. */
  readonly assumedSize: number;
  /** Arguments that state the size: a number, or the length of a list. */
  readonly slicingArguments: readonly string[];
  /** The child fields whose lists have this size: `nodes` and `edges` of a connection. */
  readonly sizedFields: readonly string[];
}

export const FREE: FieldCost = { weight: 0, assumedSize: 1, slicingArguments: [], sizedFields: [] };

/** A field or type whose schema node may have directives. */
type Definition = Pick<GraphQLField<unknown, unknown>, "astNode">;
const KNOWN = new WeakMap<Definition, FieldCost>();

export function fieldCost(schema: GraphQLSchema, field: Definition): FieldCost {
  const known = KNOWN.get(field);
  if (known !== undefined) return known;
  const sizes = directive(schema, "listSize", field);
  const cost = {
    weight: Number(directive(schema, "cost", field).weight ?? 0),
    assumedSize: Number(sizes.assumedSize ?? 1),
    slicingArguments: (sizes.slicingArguments ?? []) as readonly string[],
    sizedFields: (sizes.sizedFields ?? []) as readonly string[],
  };
  KNOWN.set(field, cost);
  return cost;
}

/** The cost of one object of a type. */
export const typeWeight = (schema: GraphQLSchema, type: Pick<GraphQLObjectType, "astNode">): number =>
  Number(directive(schema, "cost", type as Definition).weight ?? 1);

/** The largest size that the arguments state; the assumed size if they state none. */
export function sizeOf({ slicingArguments, assumedSize }: FieldCost, args: Readonly<Record<string, unknown>>): number {
  const given = slicingArguments.flatMap((name) => {
    const value = args[name];
    return Array.isArray(value) ? value.length : typeof value === "number" ? Math.max(0, value) : [];
  });
  return given.length === 0 ? assumedSize : Math.max(...given);
}

function directive(schema: GraphQLSchema, name: string, { astNode }: Definition): Readonly<Record<string, unknown>> {
  const definition = schema.getDirective(name);
  return (definition && astNode && getDirectiveValues(definition, astNode)) ?? {};
}
