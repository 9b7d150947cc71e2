import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
  TypeInfo,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { type AskedFilter, isFilterType } from "../../memory/filter-values.ts";
import { isIncluded } from "./selection.ts";

type Variables = Readonly<Record<string, unknown>>;

/** Returns the filters in the arguments of an operation, for the variables of one request. */
export type FilterArguments = (variables: Variables) => readonly AskedFilter[];

/**
 * The fields that read only current releases, unless their argument `release` names one. Other fields may concern a run
 * of an earlier release.
 */
const OF_CURRENT_RELEASES: ReadonlySet<string> = new Set([
  "questions",
  "videos",
  "facets",
  "leaderboard",
  "itemAnalysis",
  "representativeSubset",
  "keySuspects",
  "comparisonPlan",
  "scoreTable",
  "storeSubset",
  "takeItemSnapshot",
]);

/**
 * The arguments that name runs, by field of `Query`. A filter of such a field, or of a field directly below it, selects
 * only questions in the releases of these runs.
 */
const OF_RUNS: Readonly<Record<string, readonly string[]>> = {
  run: ["id"],
  compareRuns: ["a", "b"],
  compareWithReference: ["reference", "runs"],
  modalityDiagnostics: ["runs"],
  nextQuestions: ["run"],
};

/**
 * Finds the filters in the arguments of an operation and its fragments, and in the inputs of mutations. Fields and
 * fragments that `@skip` or `@include` leave out are not read, and neither is `Query.slice`, because it only parses a
 * filter and returns no questions.
 */
export function filterArguments(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): FilterArguments {
  const whole = filtersOf(schema, operation);
  const parts = new Map(Object.entries(fragments).map(([name, fragment]) => [name, filtersOf(schema, fragment)]));
  return (variables) => {
    const read = new Set<Definition>([whole]);
    // Definitions that are added while the loop runs are visited, too.
    for (const { spreads } of read)
      for (const { name, isRead } of spreads) {
        const part = isRead(variables) ? parts.get(name) : undefined;
        if (part !== undefined) read.add(part);
      }
    return [...read].flatMap(({ filters }) => filters.flatMap((filter) => filter(variables) ?? []));
  };
}

/** The filters in an operation or a fragment. */
interface Definition {
  readonly filters: readonly ((variables: Variables) => AskedFilter | null)[];
  /** The fragments that it spreads. */
  readonly spreads: readonly { readonly name: string; readonly isRead: (variables: Variables) => boolean }[];
}

function filtersOf(schema: GraphQLSchema, definition: OperationDefinitionNode | FragmentDefinitionNode): Definition {
  const types = new TypeInfo(schema);
  const found: Mutable<Definition> = { filters: [], spreads: [] };
  const above: Enclosing[] = [];
  const start = definition.kind === "FragmentDefinition" ? `...${definition.name.value}` : "";
  const enclosing = (): Enclosing => above.at(-1) ?? { field: start, own: NO_RUNS, conditions: [] };
  const leave = (): void => void above.pop();
  visit(
    definition,
    visitWithTypeInfo(types, {
      InlineFragment: {
        enter: (node) => void above.push({ ...enclosing(), conditions: [...enclosing().conditions, node] }),
        leave,
      },
      FragmentSpread: (node) => {
        const isRead = allIncluded([...enclosing().conditions, node]);
        found.spreads.push({ name: node.name.value, isRead });
      },
      Field: {
        enter: (node) => {
          const { field, own: outer, conditions } = enclosing();
          const parent = types.getParentType();
          const isRoot = parent === schema.getQueryType() || parent === schema.getMutationType();
          const own = isRoot ? runsOf(types, node) : NO_RUNS;
          const key = node.alias?.value ?? node.name.value;
          const here = {
            field: field === "" ? key : `${field}.${key}`,
            own,
            conditions: [...conditions, node],
          };
          above.push(here);
          if (isRoot && node.name.value === "slice") return;
          const isRead = allIncluded(here.conditions);
          // Deeper fields are not limited to the run, because a run's model leads to other runs.
          const readers = readersOf(types, node, { isRoot, runs: isRoot ? own : outer, field: here.field });
          found.filters.push(
            ...readers.map((read) => (variables: Variables) => (isRead(variables) ? read(variables) : null)),
          );
        },
        leave,
      },
    }),
  );
  return found;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** The field or fragment around a selection. */
interface Enclosing {
  /** The response keys on the way to the field: `run.score`. */
  readonly field: string;
  /** The runs that the field's own arguments name. */
  readonly own: RunIds;
  /** The selections on the way to the field, whose directives may leave it out. */
  readonly conditions: readonly SelectionNode[];
}

const allIncluded =
  (nodes: readonly SelectionNode[]) =>
  (variableValues: Variables): boolean =>
    nodes.every((node) => isIncluded(node, { variableValues }));

/** Reads the ids of the runs to which a field is limited. */
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

interface FilteredField {
  readonly isRoot: boolean;
  readonly runs: RunIds;
  /** The response keys on the way to the field. */
  readonly field: string;
}

function readersOf(types: TypeInfo, node: FieldNode, { isRoot, runs, field }: FilteredField) {
  const definitions = types.getFieldDef()?.args ?? [];
  const argumentOf = argumentsOf(types, node);
  const isOfCurrent = isRoot && OF_CURRENT_RELEASES.has(node.name.value);
  const anyRelease = (variables: Variables): boolean => !isOfCurrent || argumentOf("release", variables) != null;
  return (node.arguments ?? []).flatMap(({ name: { value: argument } }) => {
    const type = definitions.find(({ name }) => name === argument)?.type;
    const reader =
      ([name, type]: FilterField, siblings: (name: string, variables: Variables) => unknown, path: string) =>
      (variables: Variables): AskedFilter | null => {
        const value = siblings(name, variables);
        if (value == null) return null;
        const benchmark = siblings("benchmark", variables);
        return {
          type,
          argument: path,
          field,
          value,
          benchmark: typeof benchmark === "string" ? benchmark : null,
          runs: runs(variables),
          anyRelease: anyRelease(variables),
        };
      };
    if (type === undefined) return [];
    const named = getNamedType(type);
    if (isFilterType(named.name)) return [reader([argument, named.name], argumentOf, argument)];
    const fieldOf = (name: string, variables: Variables): unknown =>
      (argumentOf(argument, variables) as Variables | null | undefined)?.[name];
    return filterFields(named).map((inner) => reader(inner, fieldOf, `${argument}.${inner[0]}`));
  });
}

/** A field of an input type that holds a filter. */
type FilterField = readonly [name: string, type: string];

function filterFields(type: GraphQLNamedInputType): readonly FilterField[] {
  if (!isInputObjectType(type)) return [];
  return Object.values(type.getFields())
    .map((field): FilterField => [field.name, getNamedType(field.type).name])
    .filter(([, name]) => isFilterType(name));
}
