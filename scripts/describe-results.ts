import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import ts from "typescript";

/** The field that a result's property has, by the type of the object and the name of the property. */
type FieldOf = (parent: GraphQLCompositeType, property: string) => GraphQLField<unknown, unknown>;

/**
 * Writes the schema's descriptions into codegen's result types, one property a line. codegen describes input types and
 * enums only, and editors show what stands in the types.
 * @throws if a property has no field in the schema, or its field has no description
 */
export function describeResults(module: string, schema: GraphQLSchema, documents: readonly DocumentNode[]): string {
  const source = ts.createSourceFile("operations.ts", module, ts.ScriptTarget.Latest);
  const roots = rootTypes(schema, documents);
  const fieldOf = fieldsOf(schema, documents);
  let described = "";
  let end = 0;
  for (const statement of source.statements) {
    const parent = ts.isTypeAliasDeclaration(statement) ? roots.get(statement.name.text) : undefined;
    if (parent === undefined || !ts.isTypeAliasDeclaration(statement)) continue;
    described += module.slice(end, statement.type.getStart(source));
    described += describedType(statement.type, parent, { source, schema, fieldOf }, "");
    end = statement.type.end;
  }
  return described + module.slice(end);
}

/** The GraphQL type of each result type: `QuestionsQuery` is of `Query`, `QuestionFieldsFragment` of `Question`. */
function rootTypes(
  schema: GraphQLSchema,
  documents: readonly DocumentNode[],
): ReadonlyMap<string, GraphQLCompositeType> {
  const roots = new Map<string, GraphQLCompositeType>();
  for (const definition of documents.flatMap((document) => document.definitions)) {
    if (definition.kind === "FragmentDefinition")
      roots.set(
        `${definition.name.value}Fragment`,
        schema.getType(definition.typeCondition.name.value) as GraphQLCompositeType,
      );
    if (definition.kind !== "OperationDefinition") continue;
    const [suffix, root] =
      definition.operation === "query" ? ["Query", schema.getQueryType()] : ["Mutation", schema.getMutationType()];
    if (root != null) roots.set(`${definition.name?.value}${suffix}`, root);
  }
  return roots;
}

function fieldsOf(schema: GraphQLSchema, documents: readonly DocumentNode[]): FieldOf {
  const aliases = new Map<string, GraphQLField<unknown, unknown>>();
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    Field: ({ alias }) => {
      const [parent, field] = [info.getParentType(), info.getFieldDef()];
      if (alias === undefined || parent == null || field == null) return;
      const name = `${parent.name}.${alias.value}`;
      if ((aliases.get(name) ?? field) !== field) throw new Error(`${name} is an alias of two fields.`);
      aliases.set(name, field);
    },
  });
  for (const document of documents) visit(document, visitor);
  return (parent, property) => {
    const own = "getFields" in parent ? parent.getFields()[property] : undefined;
    const field = aliases.get(`${parent.name}.${property}`) ?? own;
    if (!field?.description) throw new Error(`${parent.name}.${property} has no description.`);
    return field;
  };
}

interface Context {
  readonly source: ts.SourceFile;
  readonly schema: GraphQLSchema;
  readonly fieldOf: FieldOf;
}

/** The text of a type with each object in it described. Objects are found at any depth of lists and unions. */
function describedType(node: ts.TypeNode, parent: GraphQLCompositeType, context: Context, indent: string): string {
  const objects: ts.TypeLiteralNode[] = [];
  const find = (child: ts.Node): void => {
    if (ts.isTypeLiteralNode(child)) objects.push(child);
    else ts.forEachChild(child, find);
  };
  find(node);
  const { text } = context.source;
  let [written, end] = ["", node.getStart(context.source)];
  for (const object of objects) {
    written += text.slice(end, object.getStart(context.source)) + describedObject(object, parent, context, indent);
    end = object.end;
  }
  return written + text.slice(end, node.end);
}

function describedObject(
  { members }: ts.TypeLiteralNode,
  parent: GraphQLCompositeType,
  context: Context,
  indent: string,
): string {
  const properties = members.filter(ts.isPropertySignature).map((member) => {
    const name = member.name.getText(context.source);
    return { name, member, type: member.type as ts.TypeNode };
  });
  // In a union of objects, each names its own type.
  const named = properties.find(({ name }) => name === "__typename")?.type.getText(context.source);
  const literal = /^'(\w+)'$/.exec(named ?? "")?.[1];
  const own = literal === undefined ? parent : (context.schema.getType(literal) as GraphQLCompositeType);
  const inner = `${indent}  `;
  const lines = properties.map(({ name, member, type }) => {
    const head = context.source.text.slice(member.getStart(context.source), type.getStart(context.source));
    if (name === "__typename") return `${inner}${head}${type.getText(context.source)},`;
    const field = context.fieldOf(own, name);
    const of = getNamedType(getNullableType(field.type));
    const value = isCompositeType(of) ? describedType(type, of, context, inner) : type.getText(context.source);
    return `${comment(field.description ?? "", inner)}${inner}${head}${value},`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

function comment(description: string, indent: string): string {
  const lines = description.trim().replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`, ""].join("\n");
}
