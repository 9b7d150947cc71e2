import {
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { encodeNodeId, type NodeType } from "../../domain/node-id.ts";
import type { SelectedField } from "../plan/selection.ts";
import { UntoldError } from "../plan/untold-error.ts";
import { type PlainResolver, plainResolver } from "./plain-resolver.ts";

/** An object that a value refers to by its primary key, and what a document asks for of it. */
export interface Reference {
  readonly type: NodeType;
  readonly field: SelectedField;
  readonly key: (source: never) => number | null;
}

/** A field that is computed where it is asked for. */
export interface Deferred {
  readonly resolve: PlainResolver;
  readonly args: object;
}

/** What is known besides the value itself. */
export interface Told {
  /** The text of an object; undefined where it is not there. */
  text(reference: Reference, key: number): string | undefined;
  /** What a deferred field of an object has come to; `null` as long as it is only noted. */
  value(deferred: Deferred, source: object): { readonly value: unknown } | null;
}

/** For values that need nothing besides. */
export const NOTHING_TOLD: Told = { text: () => undefined, value: () => ({ value: undefined }) };

/** Writes a value as it stands in the answer. */
type Write = (value: unknown, told: Told) => string;

export interface ValueWriter {
  readonly write: Write;
  readonly references: readonly Reference[];
  /** It can be written as it is. */
  readonly isWhole: boolean;
}

/** What is known of a referred object without asking for it, by field. */
type Known = Readonly<Record<string, (source: never) => string>>;

interface ReferringField extends Pick<Reference, "type" | "key"> {
  readonly known?: Known;
}

interface EntryModel {
  readonly model: number;
  readonly modelName: string;
  readonly modelSlug: string;
}

/** Fields whose objects are rows; everything else of a computed type is read by its name. */
const REFERENCES: Readonly<Record<string, ReferringField>> = {
  "LeaderboardEntry.model": {
    type: "Model",
    key: ({ model }: EntryModel) => model,
    known: {
      id: ({ model }: EntryModel) => encodeNodeId("Model", model),
      slug: ({ modelSlug }: EntryModel) => modelSlug,
      name: ({ modelName }: EntryModel) => modelName,
    },
  },
  "LeaderboardEntry.run": {
    type: "Run",
    key: ({ run }: { run: number | null }) => run,
    known: { id: ({ run }: { run: number }) => encodeNodeId("Run", run) },
  },
  "LeaderboardEntry.publishedResult": {
    type: "PublishedResult",
    key: ({ figure }: { figure: number | null }) => figure,
  },
  "RunComparison.a": { type: "Run", key: ({ a }: { a: number }) => a },
  "RunComparison.b": { type: "Run", key: ({ b }: { b: number }) => b },
};

const DEFERRED: ReadonlySet<string> = new Set(["LeaderboardEntry.score", "LeaderboardEntry.rankRange"]);

/**
 * Makes the writer of a field whose value a service has computed.
 * @throws UntoldError where another resolver has to be called below the field
 */
export function valueWriter(schema: GraphQLSchema, field: SelectedField): ValueWriter {
  const making = new Making(schema);
  const write = making.ofType(field.type, field);
  return { write, references: making.references, isWhole: making.references.length === 0 && making.deferred === 0 };
}

class Making {
  readonly references: Reference[] = [];
  deferred = 0;

  constructor(private readonly schema: GraphQLSchema) {}

  ofType(type: GraphQLOutputType, field: SelectedField): Write {
    if (isNonNullType(type)) {
      const write = this.ofType(type.ofType, field);
      return (value, told) => {
        if (value == null) throw new UntoldError(`${field.name} is null`);
        return write(value, told);
      };
    }
    if (isListType(type)) {
      const write = this.ofType(type.ofType, field);
      return (value, told) =>
        value == null ? "null" : `[${(value as unknown[]).map((item) => write(item, told)).join()}]`;
    }
    if (isLeafType(type)) return writeLeaf;
    if (!isObjectType(type)) throw new UntoldError(`${type.name} is abstract`);
    return this.#ofObject(type.name, field);
  }

  #ofObject(typeName: string, field: SelectedField): Write {
    const members = field.answered().map((child) => ({
      key: `${JSON.stringify(child.responseKey)}:`,
      write: this.#ofMember(typeName, child),
    }));
    return (value, told) => {
      if (value == null) return "null";
      let text = "";
      for (const { key, write } of members) text += `${text === "" ? "" : ","}${key}${write(value, told)}`;
      return `{${text}}`;
    };
  }

  #ofMember(typeName: string, field: SelectedField): Write {
    if (field.name === "__typename") return () => JSON.stringify(typeName);
    const name = `${typeName}.${field.name}`;
    const reference = REFERENCES[name];
    if (reference !== undefined) {
      const known = knownWriter(reference, field);
      return known ?? this.#ofReference({ ...reference, field }, isNonNullType(field.type));
    }
    if (DEFERRED.has(name)) return this.#ofDeferred(typeName, field);
    const type = this.schema.getType(typeName);
    const definition = isObjectType(type) ? type.getFields()[field.name] : undefined;
    if (definition?.resolve !== undefined) throw new UntoldError(`${name} has a resolver`);
    const write = this.ofType(field.type, field);
    return (source, told) => write((source as Readonly<Record<string, unknown>>)[field.name], told);
  }

  #ofReference(reference: Reference, isRequired: boolean): Write {
    this.references.push(reference);
    return (source, told) => {
      const key = reference.key(source as never);
      const text = key === null ? undefined : told.text(reference, key);
      if (text === undefined && isRequired) throw new UntoldError(`${reference.field.name} is not there`);
      return text ?? "null";
    };
  }

  #ofDeferred(typeName: string, field: SelectedField): Write {
    const deferred = { resolve: plainResolver(this.schema, typeName, field.name), args: field.args };
    const write = this.ofType(field.type, field);
    this.deferred += 1;
    return (source, told) => {
      const known = told.value(deferred, source as object);
      return known === null ? "null" : write(known.value, told);
    };
  }
}

/** Writes an object of which nothing is asked but what is known; `null` where there is more. */
function knownWriter({ type, key, known = {} }: ReferringField, field: SelectedField): Write | null {
  const fields = field.answered();
  if (fields.some(({ name }) => name !== "__typename" && !Object.hasOwn(known, name))) return null;
  const members = fields.map(({ responseKey, name }) => {
    const read = name === "__typename" ? () => type : known[name];
    return { key: `${JSON.stringify(responseKey)}:`, read: read as (source: unknown) => string };
  });
  return (source) =>
    key(source as never) === null
      ? "null"
      : `{${members.map((member) => member.key + JSON.stringify(member.read(source))).join()}}`;
}

function writeLeaf(value: unknown): string {
  if (value == null) return "null";
  // JSON has no word for these, and graphql-js an error.
  if (typeof value === "number" && !Number.isFinite(value)) throw new UntoldError("a number is not finite");
  return JSON.stringify(value);
}
