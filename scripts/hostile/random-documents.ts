import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
} from "graphql";
import type { Random } from "../../test/fixtures/random.ts";

/** The objects that a document can name. */
export interface Named {
  readonly benchmark: string;
  readonly runs: readonly string[];
}

/** A query with one root field under one or many aliases, each time with other arguments. */
export interface RandomDocument {
  readonly kind: string;
  readonly query: string;
}

const ALIASES = [1, 1, 1, 3, 10, 40, 150];
const SIZES = [0, 1, 20, 200, 1_000];
const DEPTH = 5;
const MOST_FIELDS = 5;

/**
 * Random queries without end: every field of the schema in turn as the root, below it any fields, with any arguments that
 * could be valid. Filters have other numbers each time, so that no cache helps.
 */
export function* randomDocuments(schema: GraphQLSchema, random: Random, named: Named): Generator<RandomDocument> {
  const { documentFor } = new Writer(schema, random, named);
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  for (;;) for (const field of fields) yield documentFor(field);
}

type Field = GraphQLField<unknown, unknown>;

class Writer {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly random: Random,
    private readonly named: Named,
  ) {}

  readonly documentFor = (field: Field): RandomDocument => {
    const aliases = this.random.pick(ALIASES);
    const selection = this.#selection(getNamedType(field.type), DEPTH);
    const parts = Array.from(
      { length: aliases },
      (_, index) => `a${index}:${field.name}${this.#arguments(field)}${selection}`,
    );
    return { kind: `${aliases} × ${field.name}`, query: `{${parts.join(" ")}}` };
  };

  /** Some fields of a type. Empty for a leaf. */
  #selection(type: GraphQLNamedType, depth: number): string {
    if (isLeafType(type)) return "";
    if (isAbstractType(type)) {
      const possible = this.random.pick(this.schema.getPossibleTypes(type));
      return `{__typename ...on ${possible.name}${this.#selection(possible, depth)}}`;
    }
    const fields = Object.values((type as GraphQLObjectType).getFields());
    const reachable = depth > 0 ? fields : fields.filter((field) => isLeafType(getNamedType(field.type)));
    const lists = reachable.filter(({ name }) => name === "nodes");
    const chosen = new Set([...lists, ...this.random.shuffle(reachable).slice(0, this.random.integer(1, MOST_FIELDS))]);
    const parts = [...chosen].map(
      (field) => `${field.name}${this.#arguments(field)}${this.#selection(getNamedType(field.type), depth - 1)}`,
    );
    return `{__typename ${parts.join(" ")}}`;
  }

  #arguments({ args }: Field): string {
    const given = args.filter((argument) => this.#isGiven(argument));
    return given.length === 0
      ? ""
      : `(${given.map((one) => `${one.name}:${this.#value(one.name, one.type)}`).join(" ")})`;
  }

  #isGiven(argument: GraphQLArgument): boolean {
    if (isRequiredArgument(argument)) return true;
    if (/^(after|before|last|board|at)$/.test(argument.name)) return false;
    return this.random.next() < (argument.name === "first" ? 0.7 : 0.4);
  }

  /** A literal that the argument or the field of an input may have. */
  #value(name: string, type: GraphQLInputType): string {
    if (isNonNullType(type)) return this.#value(name, type.ofType);
    if (isListType(type)) {
      const count = /^(runs|ids)$/.test(name) ? this.named.runs.length : this.random.integer(1, 3);
      return `[${[...new Set(Array.from({ length: count }, () => this.#value(name, type.ofType)))].join(" ")}]`;
    }
    if (isEnumType(type)) return this.random.pick(type.getValues()).name;
    if (isInputObjectType(type)) return this.#input(type.name, Object.values(type.getFields()));
    if (type.name === "Boolean") return String(this.random.next() < 0.5);
    if (type.name === "Int") return String(this.random.pick(SIZES));
    if (type.name === "Float") return this.random.next().toFixed(3);
    return JSON.stringify(this.#text(name));
  }

  #text(name: string): string {
    if (/bench|slug/i.test(name)) return this.named.benchmark;
    if (/key/i.test(name)) return `question-${this.random.integer(0, 9_000)}`;
    if (/text|search|name/i.test(name)) return `word ${this.random.integer(0, 1_000)}`;
    if (/extractor/i.test(name)) return this.random.pick(["omnidex", "lmms-eval-worldsense"]);
    return this.random.pick(this.named.runs);
  }

  #input(name: string, fields: readonly { name: string; type: GraphQLInputType }[]): string {
    if (name === "QuestionFilter")
      return this.random.pick([
        `{benchmarks:["${this.named.benchmark}"] durationSeconds:{gte:${this.random.integer(0, 3_000)}.5}}`,
        `{durationSeconds:{lt:${this.random.integer(100, 3_600)}.25}}`,
        `{text:"word${this.random.integer(0, 100_000)}"}`,
        `{or:[{levels:[REASONING]} {durationSeconds:{gt:${this.random.integer(0, 3_000)}}}]}`,
      ]);
    if (name === "RunFilter") return `{benchmarks:["${this.named.benchmark}"]}`;
    const given = fields.filter(({ type }) => isNonNullType(type) || this.random.next() < 0.2);
    return `{${given.map((field) => `${field.name}:${this.#value(field.name, field.type)}`).join(" ")}}`;
  }
}
