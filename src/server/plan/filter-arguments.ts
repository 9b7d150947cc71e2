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

/** Fields that read the current releases. Any other field may be about a run of an earlier release. */
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
 * The arguments of fields of `Query` that name runs. In such a field and in the fields of its run, a filter selects
 * only questions of these runs.
 */
const OF_RUNS: Readonly<Record<string, readonly string[]>> = {
  run: ["id"],
  compareRuns: ["a", "b"],
  compareWithReference: ["reference", "runs"],
  modalityDiagnostics: ["runs"],
  nextQuestions: ["run"],
};

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
    const above: RunIds[] = [];
    visit(
      definition,
      visitWithTypeInfo(types, {
        Field: {
          enter: (node) => {
            const isRoot = types.getParentType() === schema.getQueryType();
            const own = isRoot ? runsOf(types, node) : NO_RUNS;
            // Only the fields of the run itself are limited to it: a run leads to its model, and from there to other runs.
            const runs = isRoot ? own : (above.at(-1) ?? NO_RUNS);
            if (!(isRoot && node.name.value === "slice")) found.push(...readersOf(types, node, isRoot, runs));
            above.push(own);
          },
          leave: () => {
            above.pop();
          },
        },
      }),
    );
  }
  return (variables) => found.flatMap((read) => read(variables) ?? []);
}

/** Reads the ids of the runs that a field is limited to. */
type RunIds = (variables: Variables) => readonly string[];

const NO_RUNS: RunIds = () => [];

function runsOf(types: TypeInfo, node: FieldNode): RunIds {
  const names = OF_RUNS[node.name.value] ?? [];
  const argumentOf = argumentsOf(types, node);
  return (variables) =>
    names.flatMap((name) => argumentOf(name, variables)).filter((id): id is string => typeof id === "string");
}

function argumentsOf(types: TypeInfo, node: FieldNode): (name: string, variables: Variables) => unknown {
  const definitions = types.getFieldDef()?.args ?? [];
  return (name, variables) => {
    const type = definitions.find((argument) => argument.name === name)?.type;
    const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
    return type === undefined || given === undefined ? undefined : valueFromAST(given, type, variables);
  };
}

function readersOf(types: TypeInfo, node: FieldNode, isRoot: boolean, runs: RunIds) {
  const definitions = types.getFieldDef()?.args ?? [];
  const anyRelease = !(isRoot && OF_CURRENT_RELEASES.has(node.name.value));
  const argumentOf = argumentsOf(types, node);
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
          runs: runs(variables),
          anyRelease,
        };
      },
    ];
  });
}
