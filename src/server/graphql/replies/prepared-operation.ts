import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from "graphql";
import type { LRUCache } from "lru-cache";
import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { costOfFields } from "../plan/estimate-cost.ts";
import { type FilterArguments, filterArguments } from "../plan/filter-arguments.ts";
import { operationLabel } from "../plan/operation-label.ts";
import { rootFields } from "../plan/selection.ts";
import { NotCompilableError } from "../plan/type-tables.ts";
import { isParametric, rootReply } from "./root-replies.ts";
import type { RootReply, Variables } from "./root-reply.ts";

/** An operation compiled for one viewer and for given values of the variables that change its query plan. */
export type CompiledOperation = readonly RootReply[];

/**
 * The compiled operations of all documents, by operation and shape. A shape is a viewer with the values of the
 * variables that change the query plan. `null` means that the operation falls back to the resolvers.
 */
export type CompiledOperations = LRUCache<
  string,
  { readonly operation: CompiledOperation | null; readonly bytes: number }
>;

/** The place of an operation in the cache of compiled operations. */
export interface KeptOperation {
  readonly name: string;
  /** The length of its document, in UTF-16 code units. */
  readonly length: number;
  readonly all: CompiledOperations;
}

/** The approximate size of an operation's statements in bytes, per UTF-16 code unit of its document. */
const BYTES_OF_CHARACTER = 60;

/** The longest cache key of a cached shape, in UTF-16 code units. A filter with thousands of values rarely repeats. */
const LONGEST_NAME = 4_000;

/** A query of a valid document. */
export class PreparedOperation {
  /** The name of the operation in metrics. */
  readonly label: string;
  /** The operation's name in the document; null if it has none. */
  readonly name: string | null;
  /** The variables that may change the query plan. Other variables are only parameters of its statements. */
  readonly #shapeVariables: readonly string[];
  /** Returns the filters in the operation's arguments, for the variables of one request. */
  readonly filters: FilterArguments;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly operation: OperationDefinitionNode,
    private readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    private readonly kept: KeptOperation,
  ) {
    this.label = operationLabel(operation, fragments);
    this.name = operation.name?.value ?? null;
    this.#shapeVariables = shapeVariables(operation, fragments);
    this.filters = filterArguments(schema, operation, fragments);
  }

  /** The coerced variables; `null` if the input does not match the variable definitions. */
  variables(input: Readonly<Record<string, unknown>>): Variables | null {
    const { coerced } = getVariableValues(this.schema, this.operation.variableDefinitions ?? [], input, {
      maxErrors: 1,
    });
    return coerced ?? null;
  }

  /** The compiled operation; `null` if the operation is not compilable and falls back to the resolvers. */
  compile(variables: Variables, viewer: Viewer): CompiledOperation | null {
    // Unlike null, an omitted variable leaves the default in place.
    const shape = this.#shapeVariables.flatMap((name) => (name in variables ? [[name, variables[name]]] : []));
    const name = JSON.stringify([this.kept.name, viewer.admin, viewer.owner, viewer.maintains ?? [], shape]);
    const known = this.kept.all.get(name);
    if (known !== undefined) return known.operation;
    const operation = this.#compile(variables, viewer);
    const bytes = operation === null ? 0 : this.kept.length * BYTES_OF_CHARACTER;
    if (name.length <= LONGEST_NAME) this.kept.all.set(name, { operation, bytes });
    return operation;
  }

  #compile(variableValues: Variables, viewer: Viewer): CompiledOperation | null {
    const query = this.schema.getQueryType();
    if (query == null) return null;
    const context = { schema: this.schema, fragments: this.fragments, variableValues };
    try {
      const fields = rootFields(context, query, this.operation);
      // Writing statements with too many fields would take seconds. The fallback refuses the operation.
      if (costOfFields(this.schema, fields).most === Number.POSITIVE_INFINITY) return null;
      return fields.map((field) => rootReply(this.schema, field, viewer));
    } catch (error) {
      if (error instanceof NotCompilableError || error instanceof OmnidexError) return null;
      throw error;
    }
  }
}

/**
 * The variables that may change the query plan: all variables except those that are used only in the arguments of
 * parametric root fields. Variables in fragments always count, because a fragment may be spread anywhere.
 */
function shapeVariables(
  { selectionSet, directives = [] }: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): readonly string[] {
  const names = new Set<string>();
  const collect = (node: Parameters<typeof visit>[0]): void => {
    visit(node, { Variable: ({ name }) => void names.add(name.value) });
  };
  for (const fragment of Object.values(fragments)) collect(fragment);
  for (const directive of directives) collect(directive);
  for (const selection of selectionSet.selections) {
    if (selection.kind !== "Field" || !isParametric(selection.name.value)) {
      collect(selection);
      continue;
    }
    for (const directive of selection.directives ?? []) collect(directive);
    if (selection.selectionSet !== undefined) collect(selection.selectionSet satisfies SelectionSetNode);
  }
  return [...names].sort();
}
