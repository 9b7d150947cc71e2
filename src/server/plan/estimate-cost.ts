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
 * The most that an operation may be charged, by `@cost` and `@listSize` of the schema, without executing it. An operation whose
 * arguments are not valid is estimated as 0: executing it says what is wrong.
 * @see https://ibm.github.io/graphql-specs/cost-spec.html
 */
export function estimateCost(schema: GraphQLSchema, { operation, fragments, variables }: EstimatedOperation): number {
  const root = schema.getRootType(operation.operation);
  if (root == null) return 0;
  const defaults = (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  const variableValues = { ...Object.fromEntries(defaults), ...variables };
  const selections = operation.selectionSet.selections.filter(
    (node) => node.kind !== "Field" || !/^__(schema|type)$/.test(node.name.value),
  );
  try {
    const selectionSet = { ...operation.selectionSet, selections };
    const fields = rootFields({ schema, fragments, variableValues }, root, { selectionSet });
    return sum(fields.map((field) => costOf(schema, field, null)));
  } catch {
    return 0;
  }
}

/** @param given the size of the list, where the parent's arguments say it */
function costOf(schema: GraphQLSchema, field: SelectedField, given: number | null): number {
  const { weight, sizedFields } = field.cost;
  const size = given ?? sizeOf(field.cost, field.args);
  const isList = isListType(getNullableType(field.type));
  const isConnection = sizedFields.length > 0;
  const sizeOfChild = ({ name }: SelectedField): number | null => (sizedFields.includes(name) ? size : null);
  const below = (typeName: string): number =>
    sum(field.children(typeName).map((child) => costOf(schema, child, sizeOfChild(child))));
  const count = isConnection ? 1 : size;
  // As plans have it, which are written for one object at least.
  const objects = objectTypes(schema, field.type).map(
    (type) => count * typeWeight(schema, type) + Math.max(1, count) * below(type.name),
  );
  return weight * (isList || isConnection ? 1 : size) + Math.max(0, ...objects);
}

function objectTypes(schema: GraphQLSchema, output: GraphQLOutputType) {
  const type = getNamedType(output);
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
