import {
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
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
 * The most fields and the deepest nesting that an estimate visits. Without these limits, a short document could expand
 * exponentially through fragments that are spread repeatedly under aliases.
 */
const MOST_FIELDS = 10_000;
const MOST_DEPTH = 100;

/**
 * An upper bound of an operation's cost, from `@cost` and `@listSize`, computed without executing the operation.
 * Infinite if the operation exceeds `MOST_FIELDS` or `MOST_DEPTH`. Fields with invalid arguments cost 0, because they
 * are not executed.
 * @see https://ibm.github.io/graphql-specs/cost-spec.html
 */
export function estimateCost(schema: GraphQLSchema, { operation, fragments, variables }: EstimatedOperation): number {
  const root = schema.getRootType(operation.operation);
  if (root == null) return 0;
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  const variableValues = { ...Object.fromEntries(defaults), ...variables };
  const fields = rootFields({ schema, fragments, variableValues, isLenient: true }, root, operation);
  const estimate = new Estimate(schema);
  return sum(fields.map((field) => estimate.costOf(field, null, 0)));
}

/** The number of list sizes whose estimates are cached. */
const MOST_SIZES = 100;

/**
 * The estimate of one root field of a valid operation, as a function of the field's arguments. The arguments of nested
 * fields are fixed. The estimate therefore depends only on the size of the root field's list, and is cached by it.
 */
export function fieldEstimate(schema: GraphQLSchema, field: SelectedField): (args: SelectedField["args"]) => number {
  const known = new Map<number, number>();
  return (args) => {
    const size = sizeOf(field.cost, args);
    const estimate = known.get(size) ?? new Estimate(schema).costOf({ ...field, args }, null, 0);
    if (known.size < MOST_SIZES) known.set(size, estimate);
    return estimate;
  };
}

class Estimate {
  #fields = 0;

  constructor(private readonly schema: GraphQLSchema) {}

  /** @param given the size of the list, if the parent's arguments state it; otherwise null */
  costOf(field: SelectedField, given: number | null, depth: number): number {
    this.#fields += 1;
    if (this.#fields > MOST_FIELDS || depth > MOST_DEPTH) return Number.POSITIVE_INFINITY;
    const { weight, sizedFields } = field.cost;
    const size = given ?? sizeOf(field.cost, field.args);
    const isList = isListType(getNullableType(field.type));
    const isConnection = sizedFields.length > 0;
    const sizeOfChild = ({ name }: SelectedField): number | null => (sizedFields.includes(name) ? size : null);
    const below = (typeName: string): number =>
      sum(field.children(typeName).map((child) => this.costOf(child, sizeOfChild(child), depth + 1)));
    const count = isConnection ? 1 : size;
    // Even for a list of size 0, the fields of an object count once, as they do in query plans.
    const objects = objectTypes(this.schema, field.type).map(
      (type) => count * typeWeight(this.schema, type) + Math.max(1, count) * below(type.name),
    );
    return weight * (isList || isConnection ? 1 : size) + Math.max(0, ...objects);
  }
}

function objectTypes(schema: GraphQLSchema, output: GraphQLOutputType) {
  const type = getNamedType(output);
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
