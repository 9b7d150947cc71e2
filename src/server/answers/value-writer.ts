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
  /** What a deferred field of an object has come to. */
  value(deferred: Deferred, source: object): unknown;
}

/** For values that need nothing besides. */
export const NOTHING_TOLD: Told = { text: () => undefined, value: () => undefined };

/** Takes down what a value needs before it can be written. */
export interface Needs {
  text(reference: Reference, key: number): void;
  value(deferred: Deferred, source: object): void;
}

/** Writes a value as it stands in the answer. */
type Write = (value: unknown, told: Told) => string;

/** Says what a value needs besides. */
type Note = (value: unknown, needs: Needs) => void;

/** What is made of a field: `note` is null where nothing below it needs anything. */
interface Writer {
  readonly write: Write;
  readonly note: Note | null;
}

export interface ValueWriter extends Writer {
  readonly references: readonly Reference[];
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
  return { ...making.ofType(field.type, field), references: making.references };
}

class Making {
  readonly references: Reference[] = [];

  constructor(private readonly schema: GraphQLSchema) {}

  ofType(type: GraphQLOutputType, field: SelectedField): Writer {
    if (isNonNullType(type)) return required(this.ofType(type.ofType, field), field.name);
    if (isListType(type)) return listOf(this.ofType(type.ofType, field));
    if (isLeafType(type)) return { write: writeLeaf, note: null };
    if (!isObjectType(type)) throw new UntoldError(`${type.name} is abstract`);
    return this.#ofObject(type.name, field);
  }

  #ofObject(typeName: string, field: SelectedField): Writer {
    const members = field.answered().map((child, index) => ({
      key: `${index === 0 ? "" : ","}${JSON.stringify(child.responseKey)}:`,
      ...this.#ofMember(typeName, child),
    }));
    const notes = members.flatMap(({ note }) => note ?? []);
    const write: Write = (value, told) => {
      if (value == null) return "null";
      let text = "{";
      for (const member of members) text += member.key + member.write(value, told);
      return `${text}}`;
    };
    const note: Note = (value, needs) => {
      if (value != null) for (const member of notes) member(value, needs);
    };
    return { write, note: notes.length === 0 ? null : note };
  }

  #ofMember(typeName: string, field: SelectedField): Writer {
    if (field.name === "__typename") return { write: () => JSON.stringify(typeName), note: null };
    const name = `${typeName}.${field.name}`;
    const reference = REFERENCES[name];
    if (reference !== undefined) {
      const known = knownWriter(reference, field);
      return known === null
        ? this.#ofReference({ ...reference, field }, isNonNullType(field.type))
        : { write: known, note: null };
    }
    if (DEFERRED.has(name)) return this.#ofDeferred(typeName, field);
    const type = this.schema.getType(typeName);
    const definition = isObjectType(type) ? type.getFields()[field.name] : undefined;
    if (definition?.resolve !== undefined) throw new UntoldError(`${name} has a resolver`);
    const { write, note } = this.ofType(field.type, field);
    const memberOf = (source: unknown): unknown => (source as Readonly<Record<string, unknown>>)[field.name];
    return {
      write: (source, told) => write(memberOf(source), told),
      note: note && ((source, needs) => note(memberOf(source), needs)),
    };
  }

  #ofReference(reference: Reference, isRequired: boolean): Writer {
    this.references.push(reference);
    return {
      write: (source, told) => {
        const key = reference.key(source as never);
        const text = key === null ? undefined : told.text(reference, key);
        if (text === undefined && isRequired) throw new UntoldError(`${reference.field.name} is not there`);
        return text ?? "null";
      },
      note: (source, needs) => {
        const key = reference.key(source as never);
        if (key !== null) needs.text(reference, key);
      },
    };
  }

  #ofDeferred(typeName: string, field: SelectedField): Writer {
    const deferred = { resolve: plainResolver(this.schema, typeName, field.name), args: field.args };
    const { write, note } = this.ofType(field.type, field);
    if (note !== null) throw new UntoldError(`${field.name} refers to other objects`);
    return {
      write: (source, told) => write(told.value(deferred, source as object), told),
      note: (source, needs) => needs.value(deferred, source as object),
    };
  }
}

function required({ write, note }: Writer, name: string): Writer {
  return {
    write: (value, told) => {
      if (value == null) throw new UntoldError(`${name} is null`);
      return write(value, told);
    },
    note,
  };
}

function listOf({ write, note }: Writer): Writer {
  return {
    write: (value, told) => {
      if (value == null) return "null";
      let text = "[";
      for (const item of value as readonly unknown[]) text += (text === "[" ? "" : ",") + write(item, told);
      return `${text}]`;
    },
    note:
      note &&
      ((value, needs) => {
        for (const item of (value as readonly unknown[] | null) ?? []) note(item, needs);
      }),
  };
}

/** Writes an object of which nothing is asked but what is known; `null` where there is more. */
function knownWriter(
  { type, key, known = {} }: ReferringField,
  field: SelectedField,
): ((source: unknown) => string) | null {
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
