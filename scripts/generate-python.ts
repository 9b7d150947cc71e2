import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  typeFromAST,
} from "graphql";
import { REPEATABLE_BY_KEY, REPEATABLE_WRITES } from "../src/sdk/repeatable.ts";

/*
 * The Python client's operations, out of the documents of the TypeScript SDK: the documents with their fragments, a type
 * for each input and result, and a method for each operation. Names of Python are in snake_case; fields of results and
 * inputs are the schema's.
 */

const PYTHON_WORDS =
  /^(and|as|assert|async|await|break|class|def|del|elif|else|except|False|finally|for|from|global|if|import|in|is|lambda|None|nonlocal|not|or|pass|raise|return|True|try|while|with|yield)$/;
const SCALARS: Readonly<Record<string, string>> = {
  ...{ ID: "str", String: "str", Int: "int", Float: "float", Boolean: "bool", DateTime: "str", JSON: "Any" },
};
/** The variables of pages, which the methods set themselves. */
const PAGES = ["first", "after", "last", "before", "withTotal"];
const WIDTH = 116;

const snake = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

/** A parameter's name: a word of Python gets an underscore. */
const parameter = (name: string): string => (PYTHON_WORDS.test(snake(name)) ? `${snake(name)}_` : snake(name));

/** Two modules: the types with the documents, and the methods. */
export function generatePython(schema: GraphQLSchema, documents: DocumentNode): ReadonlyMap<string, string> {
  const writer = new PythonWriter(schema, documents);
  return new Map([
    ["python/omnidex/_operations.py", writer.operations()],
    ["python/omnidex/_types.py", writer.types()],
    ["python/omnidex/_methods.py", writer.methods()],
    ["python/omnidex/_repeatable.py", repeatable()],
  ]);
}

const repeatable =
  (): string => `"""The mutations that may be sent again, although the first attempt may have reached the server."""

REPEATABLE = frozenset(
    [
${[...REPEATABLE_WRITES].map((each) => `        "${each}",`).join("\n")}
    ]
)

# Only with an idempotency key.
REPEATABLE_BY_KEY = frozenset([${[...REPEATABLE_BY_KEY].map((each) => `"${each}"`).join(", ")}])`;

/** A method's parameter. */
interface Parameter {
  /** The name in the document, or in the document's `input`. */
  readonly field: string;
  readonly type: GraphQLInputType;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Where the result of an operation is in its answer. */
interface Target {
  readonly way: readonly string[];
  readonly isPaged: boolean;
  readonly node: FieldNode;
  readonly type: GraphQLOutputType;
}

class PythonWriter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #operations: readonly OperationDefinitionNode[];
  /** The classes by name, in the order in which they are needed. */
  readonly #classes = new Map<string, string>();
  readonly #enums = new Map<string, string>();

  constructor(
    readonly schema: GraphQLSchema,
    documents: DocumentNode,
  ) {
    const definitions = documents.definitions;
    this.#fragments = new Map(
      definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
    );
    this.#operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  }

  operations(): string {
    const entries = this.#operations.map((operation) => {
      const text = [operation, ...this.#fragmentsOf(operation.selectionSet)].map(print).join("\n\n");
      const { way, isPaged } = this.#target(operation);
      return `    ${JSON.stringify(operation.name?.value)}: Operation(
        ${JSON.stringify(operation.operation)},
        ${tuple(way)},
        ${isPaged ? "True" : "False"},
        """${text}""",
    ),`;
    });
    return `"""The documents of the client's methods."""

from typing import Dict, NamedTuple, Tuple


class Operation(NamedTuple):
    """A document, and where in its answer the result is."""

    kind: str
    path: Tuple[str, ...]
    is_paged: bool
    document: str


OPERATIONS: Dict[str, Operation] = {
${entries.join("\n")}
}`;
  }

  types(): string {
    for (const operation of this.#operations) {
      this.#resultType(operation);
      for (const { type } of this.#parameters(operation)) this.#inputType(type);
    }
    const enums = [...this.#enums].map(([name, text]) => `${name} = ${text}`);
    return `"""The types of inputs and results. Their fields are those of the GraphQL schema."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${enums.join("\n")}


${[...this.#classes.values()].join("\n\n\n")}`;
  }

  methods(): string {
    const methods = this.#operations.map((operation) => this.#method(operation));
    return `"""A method for each operation of the TypeScript SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional

from ._paging import Pages

if TYPE_CHECKING:
    from . import _types as types


def _given(fields: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


class Methods:
    """The generated methods of the client."""

    def _call(self, operation: str, variables: Dict[str, Any]) -> Any:
        raise NotImplementedError

    def _pages(self, operation: str, variables: Dict[str, Any], page_size: Optional[int]) -> Pages:
        raise NotImplementedError

${methods.join("\n\n")}`;
  }

  #method(operation: OperationDefinitionNode): string {
    const name = operation.name?.value ?? "";
    const { isPaged } = this.#target(operation);
    const result = this.#resultType(operation);
    const parameters = this.#parameters(operation);
    const sorted = [
      ...parameters.filter(({ isRequired }) => isRequired),
      ...parameters.filter((each) => !each.isRequired),
    ];
    const isMutation = operation.operation === "mutation";
    const own = sorted.map(({ field, type, isRequired }) => {
      const annotation = this.#inputType(type);
      return isRequired ? `${parameter(field)}: ${annotation}` : `${parameter(field)}: ${optional(annotation)} = None`;
    });
    const positional = isMutation ? 0 : Math.min(2, sorted.filter(({ isRequired }) => isRequired).length);
    const signature = [
      "self",
      ...own.slice(0, positional),
      ...(own.length > positional || isPaged ? ["*"] : []),
      ...own.slice(positional),
      ...(isPaged ? ["page_size: Optional[int] = None"] : []),
    ];
    const field = this.#rootField(operation);
    const values = sorted.map(({ field: each }) => `${JSON.stringify(each)}: ${parameter(each)}`);
    const variables = isInput(operation) ? `{"input": _given({${values.join(", ")}})}` : `{${values.join(", ")}}`;
    const returned = isPaged ? "Pages" : result;
    const call = isPaged
      ? `self._pages(${JSON.stringify(name)}, ${variables}, page_size)`
      : `self._call(${JSON.stringify(name)}, ${variables})`;
    const documented = sorted.map(({ field: each, type, isRequired, description }) => {
      const text = wrapped(description, 12);
      return `        ${parameter(each)} : ${plain(this.#inputType(type))}${isRequired ? "" : ", optional"}\n${text}`;
    });
    const returns = isPaged ? `Pages of ${result}` : result;
    return `    def ${parameter(name)}(${signature.join(", ")}) -> ${returned}:
        """${wrapped(field.description ?? "", 8).trim()}
${documented.length === 0 ? "" : `\n        Parameters\n        ----------\n${documented.join("\n")}\n`}
        Returns
        -------
        ${plain(returns)}
        """
        return ${call}`;
  }

  /** The arguments of a method: the variables, or the fields of `$input`. */
  #parameters(operation: OperationDefinitionNode): readonly Parameter[] {
    const variables = operation.variableDefinitions ?? [];
    const root = this.#rootField(operation);
    if (isInput(operation)) {
      const [variable] = variables;
      const type = variable && getNamedType(typeFromAST(this.schema, variable.type as never) as GraphQLInputType);
      return Object.values((type as GraphQLInputObjectType).getFields()).map((each) => ({
        field: each.name,
        type: each.type,
        isRequired: isNonNullType(each.type) && each.defaultValue === undefined,
        description: each.description ?? "",
      }));
    }
    const describe = this.#argumentDescriptions(operation.selectionSet, this.#rootTypeOf(operation), new Map());
    return variables
      .filter(({ variable }) => !PAGES.includes(variable.name.value))
      .map(({ variable: { name }, type, defaultValue }) => ({
        field: name.value,
        type: typeFromAST(this.schema, type as never) as GraphQLInputType,
        isRequired: type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined,
        description: describe.get(name.value) ?? root.description ?? "",
      }));
  }

  /** What the schema says of the arguments that get a variable, by the variable's name. */
  #argumentDescriptions(
    { selections }: SelectionSetNode,
    parent: GraphQLOutputType,
    found: Map<string, string>,
  ): ReadonlyMap<string, string> {
    const type = getNamedType(parent);
    if (!isObjectType(type)) return found;
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const field = type.getFields()[selection.name.value];
      for (const { name, value } of selection.arguments ?? [])
        if (value.kind === Kind.VARIABLE && !found.has(value.name.value))
          found.set(value.name.value, field?.args.find((each) => each.name === name.value)?.description ?? "");
      if (field && selection.selectionSet) this.#argumentDescriptions(selection.selectionSet, field.type, found);
    }
    return found;
  }

  #rootTypeOf({ operation }: OperationDefinitionNode): GraphQLOutputType {
    return (operation === "query" ? this.schema.getQueryType() : this.schema.getMutationType()) as GraphQLOutputType;
  }

  #rootField(operation: OperationDefinitionNode): GraphQLField<unknown, unknown> {
    const [selection] = operation.selectionSet.selections;
    const type = getNamedType(this.#rootTypeOf(operation));
    const field =
      isObjectType(type) && selection?.kind === Kind.FIELD ? type.getFields()[selection.name.value] : undefined;
    if (field === undefined) throw new Error(`${operation.name?.value} has no root field`);
    return field;
  }

  /** The way to what an operation is about: the only field besides `id`, or a list of pages. */
  #target(operation: OperationDefinitionNode): Target {
    const hasPages = (operation.variableDefinitions ?? []).some(({ variable }) => variable.name.value === "after");
    const way: string[] = [];
    let set = operation.selectionSet;
    let type = this.#rootTypeOf(operation);
    for (;;) {
      const own = this.#fieldsOf(set).filter(({ name }) => !["id", "__typename"].includes(name.value));
      const node = hasPages ? own.find((each) => this.#leadsToPages(each)) : own[0];
      const parent = getNamedType(type);
      const field = node && isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
      if (node === undefined || field === undefined) throw new Error(`${operation.name?.value}: no result at ${way}`);
      way.push((node.alias ?? node.name).value);
      type = field.type;
      const isList = isListType(isNonNullType(type) ? type.ofType : type);
      const isPaged = hasPages && this.#hasPageInfo(node);
      if (isPaged || isList || node.selectionSet === undefined || (!hasPages && !this.#hasOnlyField(node)))
        return { way, isPaged, node, type };
      set = node.selectionSet;
    }
  }

  /** The fields of a selection, also those in fragments. */
  #fieldsOf({ selections }: SelectionSetNode): readonly FieldNode[] {
    return selections.flatMap((each) => {
      if (each.kind === Kind.FIELD) return [each];
      const set =
        each.kind === Kind.INLINE_FRAGMENT ? each.selectionSet : this.#fragments.get(each.name.value)?.selectionSet;
      return set === undefined ? [] : this.#fieldsOf(set);
    });
  }

  #hasPageInfo({ selectionSet }: FieldNode): boolean {
    return selectionSet !== undefined && this.#fieldsOf(selectionSet).some(({ name }) => name.value === "pageInfo");
  }

  #leadsToPages(field: FieldNode): boolean {
    const below = field.selectionSet === undefined ? [] : this.#fieldsOf(field.selectionSet);
    return this.#hasPageInfo(field) || below.some((each) => this.#leadsToPages(each));
  }

  /** Whether all that a selection has, besides `id`, is one field with fields or a value. */
  #hasOnlyField({ selectionSet }: FieldNode): boolean {
    const selections = selectionSet?.selections ?? [];
    const own = selections.filter(
      (each) => each.kind !== Kind.FIELD || !["id", "__typename"].includes(each.name.value),
    );
    return own.length === 1 && own[0]?.kind === Kind.FIELD;
  }

  #resultType(operation: OperationDefinitionNode): string {
    const { node, type, isPaged } = this.#target(operation);
    const name = operation.name?.value ?? "";
    if (!isPaged) return this.#outputType(type, node.selectionSet, `${name}Result`);
    const connection = getNamedType(type);
    const nodes = node.selectionSet && this.#fieldsOf(node.selectionSet).find((each) => each.name.value === "nodes");
    if (nodes === undefined || !isObjectType(connection)) return "Dict[str, Any]";
    const field = connection.getFields().nodes;
    const list = field === undefined ? "List[Any]" : this.#outputType(field.type, nodes.selectionSet, `${name}Node`);
    return list.replace(/^List\[(.*)\]$/, "$1");
  }

  #outputType(type: GraphQLOutputType, set: SelectionSetNode | undefined, name: string): string {
    if (isNonNullType(type)) return this.#required(type.ofType, set, name);
    return optional(this.#required(type, set, name));
  }

  #required(type: GraphQLOutputType, set: SelectionSetNode | undefined, name: string): string {
    if (isListType(type)) return `List[${this.#outputType(type.ofType, set, name)}]`;
    const named = getNamedType(type);
    if (isEnumType(named))
      return this.#enum(
        named.name,
        named.getValues().map((each) => each.value as string),
      );
    if (set === undefined) return SCALARS[named.name] ?? "Any";
    if (!isObjectType(named)) return "Dict[str, Any]";
    return `types.${this.#class(name, named, set)}`;
  }

  #class(name: string, type: ReturnType<GraphQLSchema["getType"]>, set: SelectionSetNode): string {
    const [only, ...others] = set.selections;
    if (only?.kind === Kind.FRAGMENT_SPREAD && others.length === 0) return this.#fragmentClass(only.name.value);
    if (this.#classes.has(name)) return name;
    this.#classes.set(name, "");
    const bases: string[] = [];
    const fields = new Map<string, readonly [type: string, description: string]>();
    const collect = (selections: SelectionSetNode["selections"]): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) bases.push(this.#fragmentClass(selection.name.value));
        else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet.selections);
        else if (isObjectType(type)) {
          const key = (selection.alias ?? selection.name).value;
          const field = type.getFields()[selection.name.value];
          const own = `${name}${key[0]?.toUpperCase()}${key.slice(1)}`;
          const text = field === undefined ? "str" : this.#outputType(field.type, selection.selectionSet, own);
          fields.set(key, [text, field?.description ?? ""]);
        }
      }
    };
    collect(set.selections);
    this.#classes.delete(name);
    this.#classes.set(name, classText(name, [...new Set(bases)], fields, ""));
    return name;
  }

  #fragmentClass(name: string): string {
    const fragment = this.#fragments.get(name);
    if (fragment === undefined) throw new Error(`there is no fragment ${name}`);
    const type = this.schema.getType(fragment.typeCondition.name.value);
    return this.#class(name.replace(/Fields$/, ""), type, fragment.selectionSet);
  }

  #inputType(type: GraphQLInputType): string {
    if (isNonNullType(type)) return this.#inputType(type.ofType);
    if (isListType(type)) return `List[${this.#inputType(type.ofType)}]`;
    const named = getNamedType(type);
    if (isEnumType(named))
      return this.#enum(
        named.name,
        named.getValues().map((each) => each.value as string),
      );
    if (!isInputObjectType(named)) return SCALARS[named.name] ?? "Any";
    if (!this.#classes.has(named.name)) {
      this.#classes.set(named.name, "");
      const fields = Object.values(named.getFields()).map(
        (each) => [each.name, [this.#inputType(each.type), each.description ?? ""]] as const,
      );
      this.#classes.delete(named.name);
      this.#classes.set(named.name, classText(named.name, [], new Map(fields), ", total=False"));
    }
    return `types.${named.name}`;
  }

  #enum(name: string, values: readonly string[]): string {
    this.#enums.set(name, `Literal[${values.map((each) => JSON.stringify(each)).join(", ")}]`);
    return `types.${name}`;
  }

  #fragmentsOf(set: SelectionSetNode, found = new Set<string>()): readonly FragmentDefinitionNode[] {
    const visit = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FRAGMENT_SPREAD) {
          const fragment = this.#fragments.get(selection.name.value);
          if (fragment === undefined || found.has(selection.name.value)) continue;
          found.add(selection.name.value);
          visit(fragment.selectionSet);
        } else if (selection.selectionSet !== undefined) visit(selection.selectionSet);
      }
    };
    visit(set);
    return [...found].flatMap((name) => this.#fragments.get(name) ?? []);
  }
}

const isInput = ({ operation, variableDefinitions = [] }: OperationDefinitionNode): boolean =>
  operation === "mutation" &&
  variableDefinitions.length === 1 &&
  variableDefinitions[0]?.variable.name.value === "input";

const optional = (type: string): string =>
  type.startsWith("Optional[") || type === "Any" ? type : `Optional[${type}]`;
const tuple = (values: readonly string[]): string => `(${values.map((each) => `${JSON.stringify(each)},`).join(" ")})`;
/** A type as the documentation has it. */
const plain = (type: string): string => type.replaceAll("types.", "");

/** A TypedDict. One with a word of Python as a field needs the other syntax. */
function classText(
  name: string,
  bases: readonly string[],
  fields: ReadonlyMap<string, readonly [type: string, description: string]>,
  total: string,
): string {
  const own = [...fields].map(([field, [type, description]]) => [field, plain(type), description] as const);
  if (own.some(([field]) => PYTHON_WORDS.test(field)))
    return `${name} = TypedDict(
    "${name}",
    {
${own.map(([field, type]) => `        "${field}": "${type.replaceAll('"', "'")}",`).join("\n")}
    }${total.replace(", total=False", ",\n    total=False")},
)`;
  const lines = own.map(([field, type, text]) => `    ${field}: ${type}\n    """${wrapped(text, 4).trim()}"""`);
  const inherited = bases.length === 0 ? ["TypedDict"] : bases;
  return `class ${name}(${inherited.join(", ")}${total}):
${lines.length === 0 ? "    pass" : lines.join("\n")}`;
}

/** A text in lines of at most {@link WIDTH} characters. */
function wrapped(text: string, indent: number): string {
  const space = " ".repeat(indent);
  const lines: string[] = [];
  let line = "";
  for (const word of text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, '" ').split(/\s+/)) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => `${space}${each}`.trimEnd()).join("\n");
}
