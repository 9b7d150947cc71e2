import {
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from "graphql";
import { sizeOf, typeWeight } from "./field-cost.ts";
import { rootFields, type SelectedField } from "./selection.ts";

/** An operation with its raw variables. */
export interface EstimatedOperation {
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The most fields of an operation, counted once for each place where a fragment is spread, and the deepest nesting. Without
 * these limits, a short document could expand exponentially through fragments.
 */
const MOST_FIELDS = 10_000;
const MOST_DEPTH = 100;

/** The bounds of a cost, in objects. */
export interface CostBounds {
  /** The cost if no object that is looked up is missing, but all lists are empty and all figures that may be null are null. */
  readonly least: number;
  /** The cost if all pages are full. */
  readonly most: number;
}

/**
 * The bounds of an operation's cost, from `@cost` and `@listSize`, computed without executing the operation.
 * `most` is infinite if the operation exceeds `MOST_FIELDS` or `MOST_DEPTH`. Fields with invalid arguments cost 0, because
 * they are not executed.
 * @see https://ibm.github.io/graphql-specs/cost-spec.html
 */
export function estimateCost(
  schema: GraphQLSchema,
  { operation, fragments, variables }: EstimatedOperation,
): CostBounds {
  const root = schema.getRootType(operation.operation);
  if (root == null) return { least: 0, most: 0 };
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  const variableValues = { ...Object.fromEntries(defaults), ...variables };
  const fields = rootFields({ schema, fragments, variableValues, isLenient: true }, root, operation);
  return costOfFields(schema, fields);
}

/** The bounds of the cost of an operation's root fields, as in `estimateCost`. */
export function costOfFields(schema: GraphQLSchema, fields: readonly SelectedField[]): CostBounds {
  const estimate = new Estimate(schema);
  return costOfAll(fields.map((field) => () => estimate.costOf(field, null, 0)));
}

/** The number of list sizes whose estimates are cached. */
const MOST_SIZES = 100;

/**
 * The estimate of one root field of a valid operation, as a function of the field's arguments. The arguments of nested
 * fields are fixed. The estimate therefore depends only on the size of the root field's list, and is cached by it.
 */
export function fieldEstimate(
  schema: GraphQLSchema,
  field: SelectedField,
): (args: SelectedField["args"]) => CostBounds {
  const known = new Map<number, CostBounds>();
  return (args) => {
    const size = sizeOf(field.cost, args);
    const estimate = known.get(size) ?? new Estimate(schema).costOf({ ...field, args }, null, 0);
    if (known.size < MOST_SIZES) known.set(size, estimate);
    return estimate;
  };
}

/** The estimate of a field, with the nesting of its selection and the number of its fields. */
interface Estimated extends CostBounds {
  readonly height: number;
  readonly fields: number;
}

const BEYOND: Estimated = { least: 0, most: Number.POSITIVE_INFINITY, height: 0, fields: 0 };

class Estimate {
  /** The number of places that have been visited. A fragment that is merged with others is visited again. */
  #visited = 0;
  /** The estimates by place in the document. A fragment that is spread often has many fields at the same places. */
  readonly #known = new Map<SelectedField["node"], Map<string, Estimated>>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** @param given the size of the list, if the parent's arguments state it; otherwise null */
  costOf(field: SelectedField, given: number | null, depth: number): Estimated {
    if (field.isLeaf && field.cost.weight === 0) return this.#visit(field, given, depth);
    const places = this.#known.get(field.node) ?? new Map<string, Estimated>();
    const name = `${field.parentType} ${given}`;
    const known = field.node === null ? undefined : places.get(name);
    if (known !== undefined) return depth + known.height > MOST_DEPTH ? BEYOND : known;
    const estimate = this.#visit(field, given, depth);
    if (field.node !== null) this.#known.set(field.node, places.set(name, estimate));
    return estimate;
  }

  #visit(field: SelectedField, given: number | null, depth: number): Estimated {
    this.#visited += 1;
    if (this.#visited > MOST_FIELDS || depth > MOST_DEPTH) return BEYOND;
    const { weight, sizedFields } = field.cost;
    const size = given ?? sizeOf(field.cost, field.args);
    const isList = isListType(getNullableType(field.type));
    const isConnection = sizedFields.length > 0;
    const sizeOfChild = ({ name }: SelectedField): number | null => (sizedFields.includes(name) ? size : null);
    const own = weight * (isList || isConnection ? 1 : size);
    const count = isConnection ? 1 : size;
    let [most, least, height, fields] = [0, Number.POSITIVE_INFINITY, 0, 1];
    for (const type of field.isLeaf ? [] : objectTypes(this.schema, field.type)) {
      const below = costOfAll(
        field.children(type.name).map((child) => () => this.costOf(child, sizeOfChild(child), depth + 1)),
      );
      // Even for a list of size 0, the fields of an object count once, as they do in query plans.
      most = Math.max(most, count * typeWeight(this.schema, type) + Math.max(1, count) * below.most);
      least = Math.min(least, below.least);
      height = Math.max(height, below.height + 1);
      fields += below.fields;
    }
    // Nothing is certain below a list, and below a figure that may be null.
    const isCertain = !isList && !isConnection && (weight === 0 || isNonNullType(field.type));
    return {
      least: own + (isCertain && least !== Number.POSITIVE_INFINITY ? least : 0),
      most: own + most,
      height,
      fields,
    };
  }
}

/** The sum of estimates. Once it is infinite, the others are not computed. */
function costOfAll(estimates: readonly (() => Estimated)[]): Estimated {
  let [least, most, height, fields] = [0, 0, 0, 0];
  for (const estimate of estimates) {
    const each = estimate();
    least += each.least;
    most += each.most;
    height = Math.max(height, each.height);
    fields += each.fields;
    if (fields > MOST_FIELDS || most === Number.POSITIVE_INFINITY) return BEYOND;
  }
  return { least, most, height, fields };
}

function objectTypes(schema: GraphQLSchema, output: GraphQLOutputType) {
  const type = getNamedType(output);
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}
