import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from "graphql";
import { LRUCache } from "lru-cache";
import { OmnidexError } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { type OperationContext, rootFields } from "../plan/selection.ts";
import { UntoldError } from "../plan/untold-error.ts";
import { isParametric, type RootAnswer, rootAnswer } from "./root-answers.ts";

/** The values of an operation's variables, coerced. */
export type Variables = OperationContext["variableValues"];

/** An operation for one set of the variables that change its shape, and one viewer. */
export type CompiledOperation = readonly RootAnswer[];

/** How many shapes of one operation are kept. */
const MOST_SHAPES = 200;

/** A query of a valid document. */
export class PreparedOperation {
  /** The variables that may change what is read, and not only of which object or slice. */
  readonly #shapeVariables: readonly string[];
  readonly #compiled = new LRUCache<string, { readonly operation: CompiledOperation | null }>({ max: MOST_SHAPES });

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly operation: OperationDefinitionNode,
    private readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  ) {
    this.#shapeVariables = shapeVariables(operation, fragments);
  }

  /** `null` where the input does not fit the definitions. */
  variables(input: Readonly<Record<string, unknown>>): Variables | null {
    const { coerced } = getVariableValues(this.schema, this.operation.variableDefinitions ?? [], input, {
      maxErrors: 1,
    });
    return coerced ?? null;
  }

  /** `null` where the operation is left to the resolvers. */
  compile(variables: Variables, viewer: Viewer): CompiledOperation | null {
    const shape = this.#shapeVariables.map((name) => variables[name]);
    const name = JSON.stringify([viewer.admin, viewer.owner, shape]);
    const known = this.#compiled.get(name) ?? { operation: this.#compile(variables, viewer) };
    this.#compiled.set(name, known);
    return known.operation;
  }

  #compile(variableValues: Variables, viewer: Viewer): CompiledOperation | null {
    const query = this.schema.getQueryType();
    if (this.operation.operation !== "query" || query == null) return null;
    const context = { schema: this.schema, fragments: this.fragments, variableValues };
    try {
      return rootFields(context, query, this.operation).map((field) => rootAnswer(this.schema, field, viewer));
    } catch (error) {
      if (error instanceof UntoldError || error instanceof OmnidexError) return null;
      throw error;
    }
  }
}

/**
 * The variables that are used anywhere but as an argument of a root field whose arguments come later. Those of a fragment
 * all count: it may be spread anywhere.
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
