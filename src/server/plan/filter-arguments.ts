import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  type OperationDefinitionNode,
  TypeInfo,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { type AskedFilter, isFilterType } from "../catalog/filter-values.ts";

type Variables = Readonly<Record<string, unknown>>;

/** Reads the filters of an operation, for the variables of one request. */
export type FilterArguments = (variables: Variables) => readonly AskedFilter[];

/** Fields that read the current releases; any other may be about a run of an earlier one. */
const OF_CURRENT_RELEASES: ReadonlySet<string> = new Set([
  "questions",
  "videos",
  "facets",
  "leaderboard",
  "itemAnalysis",
  "representativeSubset",
  "keySuspects",
  "comparisonPlan",
]);

/**
 * Finds the filters among the arguments of an operation and its fragments. `Query.slice` is left out, because it only
 * reads a filter and returns no questions.
 */
export function filterArguments(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): FilterArguments {
  const found: ((variables: Variables) => AskedFilter | null)[] = [];
  for (const definition of [operation, ...Object.values(fragments)]) {
    const types = new TypeInfo(schema);
    visit(
      definition,
      visitWithTypeInfo(types, {
        Field: (node) => {
          const isRoot = types.getParentType() === schema.getQueryType();
          if (!(isRoot && node.name.value === "slice")) found.push(...readersOf(types, node, isRoot));
        },
      }),
    );
  }
  return (variables) => found.flatMap((read) => read(variables) ?? []);
}

function readersOf(types: TypeInfo, node: FieldNode, isRoot: boolean) {
  const definitions = types.getFieldDef()?.args ?? [];
  const anyRelease = !(isRoot && OF_CURRENT_RELEASES.has(node.name.value));
  const argumentOf = (name: string, variables: Variables): unknown => {
    const type = definitions.find((argument) => argument.name === name)?.type;
    const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
    return type === undefined || given === undefined ? undefined : valueFromAST(given, type, variables);
  };
  return (node.arguments ?? []).flatMap(({ name: { value: argument } }) => {
    const type = definitions.find(({ name }) => name === argument)?.type;
    const named = type === undefined ? "" : getNamedType(type).name;
    if (!isFilterType(named)) return [];
    return [
      (variables: Variables): AskedFilter | null => {
        const value = argumentOf(argument, variables);
        if (value == null) return null;
        const benchmark = argumentOf("benchmark", variables);
        return {
          type: named,
          argument,
          value,
          benchmark: typeof benchmark === "string" ? benchmark : null,
          anyRelease,
        };
      },
    ];
  });
}
