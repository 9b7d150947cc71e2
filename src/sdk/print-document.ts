/** A node of a parsed document, as graphql-js shapes it: a `kind`, and parts by name. */
type AstNode = Readonly<Record<string, unknown>> & { readonly kind: string };
type Print = (node: AstNode) => string;

const one = (value: unknown): string => (value == null ? "" : print(value as AstNode));
const all = (values: unknown, separator = " "): string =>
  ((values ?? []) as readonly AstNode[]).map(print).join(separator);
const wrapped = (open: string, inner: string, close: string): string => (inner === "" ? "" : open + inner + close);
const selections = (node: AstNode): string => wrapped("{", one(node.selectionSet), "}");
const directives = (node: AstNode): string => wrapped(" ", all(node.directives), " ");
const variables = (node: AstNode): string => wrapped("(", all(node.variableDefinitions, ","), ")");
const raw: Print = (node) => String(node.value);
const pair: Print = (node) => `${one(node.name)}:${one(node.value)}`;

/** The printers of the node kinds of executable documents. */
const BY_KIND: Readonly<Record<string, Print>> = {
  Document: (node) => all(node.definitions, "\n"),
  Name: raw,
  OperationDefinition: (node) =>
    `${node.operation} ${one(node.name)}${variables(node)}${directives(node)}${selections(node)}`,
  VariableDefinition: (node) =>
    `${one(node.variable)}:${one(node.type)}${wrapped("=", one(node.defaultValue), "")}${directives(node)}`,
  SelectionSet: (node) => all(node.selections),
  Field: (node) =>
    wrapped("", one(node.alias), ":") +
    one(node.name) +
    wrapped("(", all(node.arguments, ","), ")") +
    directives(node) +
    selections(node),
  Argument: pair,
  FragmentSpread: (node) => `...${one(node.name)}${directives(node)}`,
  InlineFragment: (node) => `...${wrapped("on ", one(node.typeCondition), "")}${directives(node)}${selections(node)}`,
  FragmentDefinition: (node) =>
    `fragment ${one(node.name)}${variables(node)} on ${one(node.typeCondition)}${directives(node)}${selections(node)}`,
  Directive: (node) => `@${one(node.name)}${wrapped("(", all(node.arguments, ","), ")")}`,
  Variable: (node) => `$${one(node.name)}`,
  IntValue: raw,
  FloatValue: raw,
  EnumValue: raw,
  BooleanValue: raw,
  NullValue: () => "null",
  // JSON's escape sequences are valid in GraphQL.
  StringValue: (node) => JSON.stringify(node.value),
  ListValue: (node) => `[${all(node.values, ",")}]`,
  ObjectValue: (node) => `{${all(node.fields, ",")}}`,
  ObjectField: pair,
  NamedType: (node) => one(node.name),
  ListType: (node) => `[${one(node.type)}]`,
  NonNullType: (node) => `${one(node.type)}!`,
};

function print(node: AstNode): string {
  const write = Object.hasOwn(BY_KIND, node.kind) ? BY_KIND[node.kind] : undefined;
  if (write === undefined) throw new TypeError(`An executable document cannot contain a ${node.kind}.`);
  return write(node);
}

/**
 * Prints a parsed document as text, with exactly the fragments that it contains. The source text that some parsers
 * leave in `loc` is not used, because it may lack fragments that were added later, or repeat a fragment.
 *
 * @throws TypeError for a document with type-system definitions.
 */
export const printDocument = (document: { readonly kind: "Document" }): string => print(document as AstNode);
