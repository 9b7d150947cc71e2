import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isRequiredArgument,
} from "graphql";
import { fieldsOf, ruleOf, schema } from "./probes.ts";
import { literalOf, type Sample, type Subject, samplesOf } from "./samples.ts";

/** A field with the one argument that the walk tries. */
export interface Ask extends Sample {
  /** `Query.questions`. */
  readonly host: string;
  /** `Query.questions.filter`. */
  readonly argument: string;
  readonly selection: string;
  /** The same selection with an object that does not exist. */
  readonly without?: string;
}

/** For these arguments, every field of their input is tried. For others, one input field is tried for each rule. */
const WHOLE: ReadonlySet<string> = new Set([
  "Query.questions.filter",
  "Query.runs.filter",
  "Query.videos.filter",
  "Query.publishedResults.filter",
  "Run.score.filter",
  "Run.predictions.filter",
  "Query.leaderboard.filter",
  "Query.auditLog.filter",
]);
/** Fields whose values differ between two benchmarks of the same content. */
const NAMES: ReadonlySet<string> = new Set(["fingerprint", "canonical", "cursor", "startCursor", "endCursor"]);

/** All arguments of the fields of a type, each tried with one value at least. */
export const asksOf = (type: string, subject: Subject): readonly Ask[] =>
  fieldsOf(schema.getType(type)).flatMap((field) =>
    field.args.flatMap((argument) => {
      const place = `${type}.${field.name}.${argument.name}`;
      return samplesOf(place, argument.type, subject, WHOLE.has(place)).map((sample) => ({
        ...sample,
        host: `${type}.${field.name}`,
        argument: place,
        selection: selectionWith(type, field, argument, sample.literal, subject),
        ...(sample.nothing !== undefined && {
          without: selectionWith(type, field, argument, sample.nothing, subject),
        }),
      }));
    }),
  );

function selectionWith(
  type: string,
  field: GraphQLField<unknown, unknown>,
  tried: GraphQLArgument,
  literal: string,
  subject: Subject,
): string {
  const others = field.args
    .filter((argument) => argument !== tried && (isRequiredArgument(argument) || argument.name === "first"))
    // `last` and `before` cannot be combined with `first`.
    .filter(({ name }) => name !== "first" || (tried.name !== "last" && tried.name !== "before"))
    .map(
      (argument) => `${argument.name}: ${literalOf(`${type}.${field.name}.${argument.name}`, argument.type, subject)}`,
    );
  const last = tried.name === "before" ? ["last: 3"] : [];
  const given = [...others, ...last, `${tried.name}: ${literal}`].join(", ");
  return `${field.name}(${given})${leavesOf(getNamedType(field.type), 2)}`;
}

/** Fields about the caller differ even between callers with the same rights. */
const isOfCaller = (type: string, field: string): boolean =>
  ruleOf(type, field) === "OWN" || ruleOf(type, field) === "CALLER";

/** The leaves of a type, and of its objects down to the given depth. */
function leavesOf(type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return "";
  const plain = fieldsOf(type).filter(
    ({ name, args }) =>
      args.every((one) => !isRequiredArgument(one)) && !NAMES.has(name) && !isOfCaller(type.name, name),
  );
  const leaves = plain.filter((field) => isLeafType(getNamedType(field.type))).map(({ name }) => name);
  const deeper = plain
    .filter((field) => depth > 1 && field.args.length === 0 && field.name !== "edges")
    .filter((field) => !isLeafType(getNamedType(field.type)) && !isAbstractType(getNamedType(field.type)))
    .map((field) => `${field.name}${leavesOf(getNamedType(field.type), depth - 1)}`);
  return ` { ${["__typename", ...leaves, ...deeper].join(" ")} }`;
}
