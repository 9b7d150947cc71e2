import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  type SelectionNode,
  typeFromAST,
} from "graphql";
import { type FieldCost, FREE, fieldCost } from "./field-cost.ts";
import { NotCompilableError } from "./not-compilable-error.ts";

/** A field that a document asks for, with its arguments coerced. */
export interface SelectedField {
  /** The alias, or else the name: the key of the field in the answer. */
  readonly responseKey: string;
  readonly name: string;
  /** The name of the type that it is a field of. */
  readonly parentType: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The arguments as other variables make them. */
  argsWith(variableValues: OperationContext["variableValues"]): Readonly<Record<string, unknown>>;
  /** What the schema says that it costs. */
  readonly cost: FieldCost;
  /** What the schema says that it is. */
  readonly type: GraphQLOutputType;
  /** It is a scalar or an enum, or a list of them: nothing can be asked for below it. */
  readonly isLeaf: boolean;
  /** The fields asked for below it, taken as an object of the given type, or of the field's own. */
  children(typeName?: string): readonly SelectedField[];
  /** The same including each `__typename`: all fields of the response object, in order. */
  answered(typeName?: string): readonly SelectedField[];
}

/** What is the same all over one operation. */
export interface OperationContext extends Pick<GraphQLResolveInfo, "schema" | "fragments" | "variableValues"> {
  /**
   * Fields that cannot be compiled are left out: introspection, and those whose arguments are not valid. Else they are
   * an error.
   */
  readonly isLenient?: boolean;
}

/** What an operation asks for at its root, `__typename` included. */
export const rootFields = (
  context: OperationContext,
  root: GraphQLObjectType,
  operation: Pick<FieldNode, "selectionSet">,
): readonly SelectedField[] => collectFields(context, root, [operation]);

/** The field that a resolver was called for. */
export function selectedField(info: GraphQLResolveInfo): SelectedField {
  return selected(info, info.parentType, info.fieldNodes);
}

function selected(context: OperationContext, parent: GraphQLObjectType, nodes: readonly FieldNode[]): SelectedField {
  const [node] = nodes;
  if (node?.name.value === "__typename") return typeNameField(node, parent.name);
  const definition = node && parent.getFields()[node.name.value];
  // What is left is `__schema` and `__type`.
  if (node === undefined || definition === undefined) throw new NotCompilableError(`${parent.name} has no such field`);
  const collect = (typeName?: string): readonly SelectedField[] => {
    const type = typeName === undefined ? getNamedType(definition.type) : context.schema.getType(typeName);
    return isObjectType(type) ? collectFields(context, type, nodes) : [];
  };
  return {
    responseKey: node.alias?.value ?? node.name.value,
    name: node.name.value,
    parentType: parent.name,
    args: getArgumentValues(definition, node, context.variableValues),
    argsWith: (variableValues) => getArgumentValues(definition, node, variableValues),
    cost: fieldCost(context.schema, definition),
    type: definition.type,
    isLeaf: isLeafType(getNamedType(definition.type)),
    children: (typeName) => collect(typeName).filter(({ name }) => name !== "__typename"),
    answered: collect,
  };
}

const typeNameField = (node: FieldNode, parentType: string): SelectedField => ({
  responseKey: node.alias?.value ?? node.name.value,
  name: "__typename",
  parentType,
  args: {},
  argsWith: () => ({}),
  cost: FREE,
  type: new GraphQLNonNull(GraphQLString),
  isLeaf: true,
  children: () => [],
  answered: () => [],
});

/** @see https://spec.graphql.org/October2021/#CollectFields() */
function collectFields(
  context: OperationContext,
  type: GraphQLObjectType,
  parents: readonly Pick<FieldNode, "selectionSet">[],
): readonly SelectedField[] {
  const groups = new Map<string, FieldNode[]>();
  const visited = new Set<string>();
  for (const parent of parents) collectInto({ groups, visited }, context, type, parent.selectionSet?.selections ?? []);
  const all = [...groups.values()];
  return context.isLenient
    ? all.flatMap((nodes) => selectedIfValid(context, type, nodes))
    : all.map((nodes) => selected(context, type, nodes));
}

function selectedIfValid(...place: Parameters<typeof selected>): SelectedField[] {
  try {
    return [selected(...place)];
  } catch (error) {
    if (error instanceof NotCompilableError || error instanceof GraphQLError) return [];
    throw error;
  }
}

/**
 * What has been collected of an object, and the fragments it was found in: each counts once, however often it is
 * spread.
 */
interface Collection {
  readonly groups: Map<string, FieldNode[]>;
  readonly visited: Set<string>;
}

function collectInto(
  collection: Collection,
  context: OperationContext,
  type: GraphQLObjectType,
  selections: readonly SelectionNode[],
): void {
  for (const node of selections) {
    if (!isIncluded(node, context)) continue;
    if (node.kind === "Field") {
      addField(collection.groups, node);
      continue;
    }
    const fragment = node.kind === "FragmentSpread" ? spreadOnce(collection, context, node.name.value) : node;
    if (fragment && appliesTo(fragment.typeCondition, type, context.schema)) {
      collectInto(collection, context, type, fragment.selectionSet.selections);
    }
  }
}

function addField(groups: Collection["groups"], node: FieldNode): void {
  const key = node.alias?.value ?? node.name.value;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [node]);
  else group.push(node);
}

function spreadOnce({ visited }: Collection, { fragments }: OperationContext, name: string) {
  if (visited.has(name)) return undefined;
  visited.add(name);
  return fragments[name];
}

function isIncluded(node: SelectionNode, { variableValues }: OperationContext): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if !== false;
}

function appliesTo(
  condition: FragmentDefinitionNode["typeCondition"] | undefined,
  type: GraphQLObjectType,
  schema: GraphQLSchema,
): boolean {
  if (condition === undefined) return true;
  const target = typeFromAST(schema, condition);
  return target === type || (isAbstractType(target) && schema.isSubType(target, type));
}
