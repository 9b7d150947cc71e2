import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from "graphql";
import type { Random } from "../fixtures/random.ts";
import { COMPUTED } from "./deep-selection.ts";
import { ORDERS, schema } from "./in-memory-graph.ts";

/** The types that `InMemoryGraph` knows. Their only lists with pages are lists of questions and of videos. */
const NODES = ["Question", "Video", "Task", "Benchmark", "Release", "Category"];
const ABSENT = /^(Model|Run|Published|Prediction|Prompt)/;
const LEVELS = ["PERCEPTION", "REASONING", "SENSATION"];

/** Response keys that are names of other fields, of JavaScript's own properties, or too long for an identifier of SQL. */
const ALIASES = [
  "a",
  "b",
  "id",
  "key",
  "node",
  "nodes",
  "rows",
  "total",
  "__proto__",
  "constructor",
  `l${"o".repeat(80)}ng`,
];

export const VARIABLES = { yes: true, no: false };

/** Writes a valid document of random shape over the types of `InMemoryGraph`. */
export class RandomDocument {
  readonly #fragments: string[] = [];
  /** By place and response key, the field that uses the key. No other field may use the key at that place. */
  readonly #taken = new Map<string, string>();
  #count = 0;
  /** The number of selections that may still be added, so that the document stays within the server's limits. */
  #left = 300;

  constructor(
    private readonly random: Random,
    private readonly ids: readonly string[],
  ) {}

  write(): string {
    const roots = Array.from({ length: this.random.integer(1, 4) }, () => this.#root());
    // Every variable must be used.
    const variables = "query($yes:Boolean!,$no:Boolean!){__typename @include(if:$yes) @skip(if:$no)";
    return `${variables} ${roots.join(" ")}} ${this.#fragments.join(" ")}`;
  }

  #root(): string {
    const [name, type] = this.random.pick([
      ["benchmarks", "Benchmark"],
      ['benchmark(slug:"omnidex-demo")', "Benchmark"],
      ['benchmark(slug:"none")', "Benchmark"],
      [`node(id:"${this.random.pick(this.ids)}")`, "Node"],
      [`nodes(ids:${JSON.stringify([...this.random.shuffle(this.ids).slice(0, 4), "question_0"])})`, "Node"],
      [`questions${this.#page("Question")}`, "QuestionConnection"],
      [`videos${this.#page("Video")}`, "VideoConnection"],
    ] as const);
    const alias = `r${this.#count++}`;
    return `${alias}:${name}${type === "Node" ? this.#nodeSelections(alias) : this.#selections(type, alias, 3)}`;
  }

  #nodeSelections(path: string): string {
    const parts = this.random.shuffle(NODES).slice(0, 3);
    const own = `${this.#key("__typename", "__typename", path)} ${this.#key("id", "id:ID!", path)}`;
    return `{${own} ${parts.map((type) => `...on ${type}${this.#selections(type, path, 2)}`).join(" ")}}`;
  }

  #selections(typeName: string, path: string, depth: number): string {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) throw new Error(`${typeName} is not an object`);
    return `{${Array.from({ length: this.#left > 0 ? this.random.integer(1, 6) : 1 }, () => this.#selection(type, path, depth)).join(" ")}}`;
  }

  #selection(type: GraphQLObjectType, path: string, depth: number): string {
    if (this.#left-- <= 0) return this.#key("__typename", "__typename", path);
    const draw = this.random.next();
    if (draw < 0.08) return `${this.#key("__typename", "__typename", path)} ${this.#directive()}`;
    if (draw < 0.16 && NODES.includes(type.name))
      return `...on Node ${this.#directive()}{${this.#key("id", "id:ID!", path)}}`;
    if (draw < 0.25)
      return `...${this.random.pick(["", `on ${type.name}`])} ${this.#directive()}${this.#selections(type.name, path, depth)}`;
    if (draw < 0.33) return this.#fragment(type.name, path, depth);
    return this.#field(type, path, depth);
  }

  #fragment(type: string, path: string, depth: number): string {
    const name = `F${this.#count++}`;
    this.#fragments.push(`fragment ${name} on ${type}${this.#selections(type, path, depth)}`);
    return `...${name} ${this.#directive()} ...${name}`;
  }

  #field(type: GraphQLObjectType, path: string, depth: number): string {
    const known = Object.values(type.getFields()).filter((field) => isKnown(field));
    const field = this.random.pick(depth === 0 ? known.filter((candidate) => !leadsOn(candidate)) : known);
    const result = getNamedType(field.type);
    const args = result.name.endsWith("Connection") ? this.#page(result.name.replace("Connection", "")) : "";
    const keyed = this.#key(`${field.name}${args}`, `${field.name}${args}:${field.type}`, path);
    if (isLeafType(result)) return `${keyed} ${this.#directive()}`;
    const key = keyed.split(/[:(]/)[0];
    const below = NODES.includes(result.name) ? depth - 1 : depth;
    return `${keyed} ${this.#directive()}${this.#selections(result.name, `${path}/${key}`, below)}`;
  }

  /** The field, under a response key that no other field uses at its place. */
  #key(field: string, signature: string, path: string): string {
    const own = field.split("(")[0] ?? field;
    const keys = this.random.next() < 0.4 ? [own] : this.random.shuffle(ALIASES);
    const key = [...keys, `u${this.#count++}`].find(
      (candidate) => (this.#taken.get(`${path}/${candidate}`) ?? signature) === signature,
    );
    this.#taken.set(`${path}/${key}`, signature);
    return key === own ? field : `${key}:${field}`;
  }

  #page(type: string): string {
    const size = this.random.pick([
      `first:${this.random.integer(0, 4)}`,
      `last:${this.random.integer(0, 4)}`,
      "first:$COUNT",
    ]);
    const [field, direction] = this.random.pick(ORDERS).split(":");
    const order = this.random.pick(["", `,orderBy:{field:${field},direction:${direction}}`]);
    const filter = type === "Question" ? this.random.pick(["", `,filter:{levels:[${this.random.pick(LEVELS)}]}`]) : "";
    return `(${size.replace("$COUNT", "6")}${order}${filter})`;
  }

  readonly #directive = (): string =>
    this.random.next() < 0.7
      ? ""
      : this.random.pick([
          "@include(if:$yes)",
          "@include(if:$no)",
          "@skip(if:$yes)",
          "@skip(if:$no)",
          "@skip(if:false)",
          "@include(if:false)",
        ]);
}

const isKnown = (field: GraphQLField<unknown, unknown>): boolean => {
  const type = getNamedType(field.type);
  const isList = type.name.endsWith("Connection");
  return !ABSENT.test(type.name) && !COMPUTED.includes(field.name) && (isList || field.args.length === 0);
};

const leadsOn = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  NODES.includes(getNamedType(type).name) || /(Connection|Edge)$/.test(getNamedType(type).name);
