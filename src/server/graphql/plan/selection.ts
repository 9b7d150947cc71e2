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
import { NotCompilableError } from "./type-tables.ts";

/** A field that a document selects, with its arguments coerced. */
export interface SelectedField {
  /** The key of the field in the response: its alias, or its name if it has no alias. */
  readonly responseKey: string;
  readonly name: string;
  /** The name of the type that has the field. */
  readonly parentType: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The arguments for other values of the variables. */
  argsWith(variableValues: OperationContext["variableValues"]): Readonly<Record<string, unknown>>;
  /** The cost that the schema declares for the field. */
  readonly cost: FieldCost;
  /** The type of the field's value. */
  readonly type: GraphQLOutputType;
  /** The place in the document; null if several places select the field. */
  readonly node: FieldNode | null;
  /** Whether the field is a scalar, an enum, or a list of scalars or enums. Such a field has no selection. */
  readonly isLeaf: boolean;
  /** The fields selected on an object of the given type, by default the field's own type. `__typename` is left out. */
  children(typeName?: string): readonly SelectedField[];
  /** Like `children`, but with every `__typename`: all fields of the response object, in order. */
  answered(typeName?: string): readonly SelectedField[];
  /** Whether the plan reads how many bytes the field would read, and not the field itself: see `measured`. */
  readonly isMeasured?: boolean;
}

/** The data of an operation that all its fields share. */
export interface OperationContext extends Pick<GraphQLResolveInfo, "schema" | "fragments" | "variableValues"> {
  /** If true, introspection fields and fields with invalid arguments are left out. If false, they throw an error. */
  readonly isLenient?: boolean;
}

/** The fields that an operation selects at its root, including `__typename`. */
export const rootFields = (
  context: OperationContext,
  root: GraphQLObjectType,
  operation: Pick<FieldNode, "selectionSet">,
): readonly SelectedField[] => collectFields(context, root, [operation]);

/** The field whose resolver is called. */
export function selectedField(info: GraphQLResolveInfo): SelectedField {
  return selected(info, info.parentType, info.fieldNodes);
}

function selected(context: OperationContext, parent: GraphQLObjectType, nodes: readonly FieldNode[]): SelectedField {
  const [node] = nodes;
  if (node?.name.value === "__typename") return typeNameField(node, parent.name);
  const definition = node && parent.getFields()[node.name.value];
  // Only the introspection fields `__schema` and `__type` have no definition.
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
    argsWith: rememberedArguments((variableValues) => getArgumentValues(definition, node, variableValues)),
    cost: fieldCost(context.schema, definition),
    type: definition.type,
    node: nodes.length === 1 ? node : null,
    isLeaf: isLeafType(getNamedType(definition.type)),
    children: (typeName) => collect(typeName).filter(({ name }) => name !== "__typename"),
    answered: collect,
  };
}

type ArgumentsOf = SelectedField["argsWith"];

/** The coerced arguments of the fields of one execution. A linked list suffices, because it is short. */
interface Remembered {
  readonly coerce: ArgumentsOf;
  readonly args: SelectedField["args"];
  readonly next: Remembered | undefined;
}

const REMEMBERED = Symbol("remembered");

type Remembering = OperationContext["variableValues"] & { [REMEMBERED]?: Remembered };

/**
 * Coerces a field's arguments once per execution, although its estimate and its answer both read them. The coerced
 * arguments are stored on the execution's variables, because a cached document must not retain the values of a request.
 * A `WeakMap` would be slower, because the garbage collector examines its entries at each collection of young objects.
 */
function rememberedArguments(coerce: ArgumentsOf): ArgumentsOf {
  return (values: Remembering) => {
    for (let known = values[REMEMBERED]; known !== undefined; known = known.next)
      if (known.coerce === coerce) return known.args;
    const args = coerce(values);
    values[REMEMBERED] = { coerce, args, next: values[REMEMBERED] };
    return args;
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
  node,
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
 * The fields collected for an object, and the fragments already visited. A fragment that is spread several times is
 * visited once.
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

/** Whether the directives `@skip` and `@include` of a selection let it be executed. */
export function isIncluded(node: SelectionNode, { variableValues }: Pick<OperationContext, "variableValues">): boolean {
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
