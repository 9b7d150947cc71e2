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
import { optional, parameter, plain, wrapped } from "./python-text.ts";
import { PythonTypes } from "./python-types.ts";

/*
 * The Python client's operations, out of the documents of the TypeScript SDK: the documents with their fragments, a type
 * for each input and result, and a method for each operation. Names of Python are in snake_case; fields of results and
 * inputs are the schema's.
 */

/** Variables that are no arguments of the schema: they choose what a document selects. */
const SWITCHES: Readonly<Record<string, string>> = {
  gained: "Whether the questions are those that the run with more inputs gains, and not those that it loses.",
  withAbility: "Whether each run has its ability, too.",
  withReferences: "Whether each run is compared with the best one, too.",
};
/** The variables of pages, which the methods set themselves. */
const PAGES = ["first", "after", "last", "before", "withTotal"];

/** Names of methods of the SDK that are not the names of their documents. */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  RunAbility: "ability",
  RunEstimate: "estimate",
  RunJudgeQueue: "judge_queue",
  RunJudgeable: "judgeable",
  RunRemarks: "remarks",
  Subset: "representative_subset",
};
/** Documents that the client calls from methods of its own. */
const INTERNAL: ReadonlySet<string> = new Set([
  ...["OpenRun", "StoredPredictions", "FinalizeReport", "ValidateQuestions", "SubmitRun", "ValidateRun"],
  ...["Predictions", "UniquelyRight", "Contrast", "Needing"],
]);
/** Mutations in which null removes a value, and an omitted field leaves it. */
const CHANGES = /^(Update|Configure|Set)/;

const methodName = (name: string): string => METHOD_NAMES[name] ?? parameter(name);

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
  readonly field: GraphQLField<unknown, unknown>;
  readonly type: GraphQLOutputType;
}

class PythonWriter {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #operations: readonly OperationDefinitionNode[];
  readonly #types: PythonTypes;

  constructor(
    readonly schema: GraphQLSchema,
    documents: DocumentNode,
  ) {
    const definitions = documents.definitions;
    this.#fragments = new Map(
      definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
    );
    this.#types = new PythonTypes(schema, this.#fragments);
    this.#operations = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  }

  operations(): string {
    const entries = this.#operations.map((operation) => {
      const fragments = this.#fragmentsOf(operation.selectionSet).map(({ name }) => name.value);
      const { way, isPaged } = this.#target(operation);
      return `    ${JSON.stringify(operation.name?.value)}: Operation(
        ${JSON.stringify(operation.operation)},
        ${tuple(way)},
        ${isPaged ? "True" : "False"},
        ${tuple(fragments)},
        """${print(operation)}""",
    ),`;
    });
    const fragments = [...this.#fragments.values()].map(
      (fragment) => `    ${JSON.stringify(fragment.name.value)}: """${print(fragment)}""",`,
    );
    return `"""The documents of the client's methods."""

from typing import Dict, NamedTuple, Tuple


class Operation(NamedTuple):
    """A document, and where in its answer the result is."""

    kind: str
    path: Tuple[str, ...]
    is_paged: bool
    fragments: Tuple[str, ...]
    text: str

    @property
    def document(self) -> str:
        """What is sent: the operation with its fragments, which several operations share."""
        return "\\n\\n".join([self.text, *(FRAGMENTS[name] for name in self.fragments)])


FRAGMENTS: Dict[str, str] = {
${fragments.join("\n")}
}

OPERATIONS: Dict[str, Operation] = {
${entries.join("\n")}
}`;
  }

  types(): string {
    for (const operation of this.#operations) {
      this.#resultType(operation);
      for (const { type } of this.#parameters(operation)) this.#types.inputType(type);
    }
    const enums = [...this.#types.enums].map(([name, text]) => `${name} = ${text}`);
    return `"""The types of inputs and results. Their fields are those of the GraphQL schema."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${enums.join("\n")}


${[...this.#types.classes.values()].join("\n\n\n")}`;
  }

  methods(): string {
    const methods = this.#operations
      .filter(({ name }) => !INTERNAL.has(name?.value ?? ""))
      .map((operation) => this.#method(operation));
    return `"""A method for each operation of the TypeScript SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional

from ._paging import Pages

if TYPE_CHECKING:
    from . import _types as types


# The default of a field that a method leaves as it is, so that None can remove its value.
UNSET: Any = type("Unset", (), {"__repr__": lambda self: "UNSET", "__bool__": lambda self: False})()


def _given(fields: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _changed(fields: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not UNSET}


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
    const { isPaged, field: target } = this.#target(operation);
    const result = this.#resultType(operation);
    const parameters = this.#parameters(operation);
    const sorted = [
      ...parameters.filter(({ isRequired }) => isRequired),
      ...parameters.filter((each) => !each.isRequired),
    ];
    const isMutation = operation.operation === "mutation";
    const own = sorted.map(({ field, type, isRequired }) => {
      const annotation = this.#types.inputType(type);
      const otherwise = CHANGES.test(name) ? "UNSET" : "None";
      return isRequired
        ? `${parameter(field)}: ${annotation}`
        : `${parameter(field)}: ${optional(annotation)} = ${otherwise}`;
    });
    const positional = Math.min(isMutation ? 1 : 2, sorted.filter(({ isRequired }) => isRequired).length);
    const signature = [
      "self",
      ...own.slice(0, positional),
      ...(own.length > positional || isPaged ? ["*"] : []),
      ...own.slice(positional),
      ...(isPaged ? ["page_size: Optional[int] = None"] : []),
    ];
    const field = isMutation ? this.#rootField(operation) : target;
    const values = sorted.map(({ field: each }) => `${JSON.stringify(each)}: ${parameter(each)}`);
    const variables = isInput(operation)
      ? `{"input": ${CHANGES.test(name) ? "_changed" : "_given"}({${values.join(", ")}})}`
      : `{${values.join(", ")}}`;
    const returned = isPaged ? "Pages" : result;
    const call = isPaged
      ? `self._pages(${JSON.stringify(name)}, ${variables}, page_size)`
      : `self._call(${JSON.stringify(name)}, ${variables})`;
    const documented = sorted.map(({ field: each, type, isRequired, description }) => {
      const text = wrapped(description, 12);
      return `        ${parameter(each)} : ${plain(this.#types.inputType(type))}${isRequired ? "" : ", optional"}\n${text}`;
    });
    const returns = isPaged ? `Pages of ${result}` : result;
    return `    def ${methodName(name)}(${signature.join(", ")}) -> ${returned}:
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
        description: describe.get(name.value) ?? SWITCHES[name.value] ?? "",
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
        return { way, isPaged, node, field, type };
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
    if (!isPaged) return this.#types.outputType(type, node.selectionSet, `${name}Result`);
    const connection = getNamedType(type);
    const nodes = node.selectionSet && this.#fieldsOf(node.selectionSet).find((each) => each.name.value === "nodes");
    if (nodes === undefined || !isObjectType(connection)) return "Dict[str, Any]";
    const field = connection.getFields().nodes;
    const list =
      field === undefined ? "List[Any]" : this.#types.outputType(field.type, nodes.selectionSet, `${name}Node`);
    return list.replace(/^List\[(.*)\]$/, "$1");
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

const tuple = (values: readonly string[]): string => `(${values.map((each) => `${JSON.stringify(each)},`).join(" ")})`;
