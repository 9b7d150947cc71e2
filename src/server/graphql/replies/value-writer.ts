import {
  type GraphQLAbstractType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { SelectedField } from "../plan/selection.ts";
import { NotCompilableError } from "../plan/type-tables.ts";
import type { Compute, FieldExtensions, Reference } from "../resolvers/resolver.ts";

/** A reference to an object by its primary key, with the fields of the object that the document selects. */
export interface AskedReference extends Reference {
  readonly field: SelectedField;
}

/** A field that is computed only if the document selects it. */
export interface Deferred {
  readonly compute: Compute<never, never>;
  readonly args: object;
}

/** What a writer reads besides the value: the texts of referenced objects, and the results of deferred fields. */
export interface Lookups {
  /** The text of an object; undefined if it does not exist. */
  text(reference: AskedReference, key: number): string | undefined;
  /** The result of a deferred field of an object. */
  value(deferred: Deferred, source: object): unknown;
}

/** Lookups for values without references or deferred fields. */
export const NO_LOOKUPS: Lookups = { text: () => undefined, value: () => undefined };

/** Collects the references and deferred fields that a value needs before it can be written. */
export interface Needs {
  text(reference: AskedReference, key: number): void;
  value(deferred: Deferred, source: object): void;
}

/**
 * Appends the JSON of a value to `text`, in pieces that the caller joins. A large answer has hundreds of thousands of
 * pieces. Concatenating them one by one would create an object for each.
 */
type Write = (value: unknown, lookups: Lookups, text: string[]) => void;

/** Reports the references and deferred fields of a value to `needs`. */
type Note = (value: unknown, needs: Needs) => void;

/** The writer of a field. `note` is null if the field contains no reference and no deferred field. */
interface Writer {
  readonly write: Write;
  readonly note: Note | null;
}

export interface ValueWriter extends Writer {
  readonly references: readonly AskedReference[];
}

/**
 * Creates the writer of a field whose value is computed by a service.
 * @throws NotCompilableError if a nested field needs a resolver that is not declared for the fast path
 */
export function valueWriter(schema: GraphQLSchema, field: SelectedField): ValueWriter {
  const making = new Making(schema);
  return { ...making.ofType(field.type, field), references: making.references };
}

class Making {
  readonly references: AskedReference[] = [];

  constructor(private readonly schema: GraphQLSchema) {}

  ofType(type: GraphQLOutputType, field: SelectedField): Writer {
    if (isNonNullType(type)) return required(this.ofType(type.ofType, field), field.name);
    if (isListType(type)) return listOf(this.ofType(type.ofType, field));
    if (isLeafType(type)) return { write: writeLeaf, note: null };
    return isObjectType(type) ? this.#ofObject(type.name, field) : this.#ofAbstract(type, field);
  }

  /** The writer for an interface or a union. The value states its type in `__typename`, as in graphql-js. */
  #ofAbstract(type: GraphQLAbstractType, field: SelectedField): Writer {
    const possible = this.schema.getPossibleTypes(type);
    const writers = new Map(possible.map(({ name }) => [name, this.#ofObject(name, field)]));
    const writerOf = (value: object): Writer => {
      const name = (value as { readonly __typename?: string }).__typename ?? "";
      const writer = writers.get(name);
      if (writer === undefined) throw new NotCompilableError(`'${name}' is not a possible type of ${type.name}`);
      return writer;
    };
    const notes = [...writers.values()].some(({ note }) => note !== null);
    return {
      write: (value, lookups, text) =>
        value == null ? void text.push("null") : writerOf(value).write(value, lookups, text),
      note: notes ? (value, needs) => void (value != null && writerOf(value).note?.(value, needs)) : null,
    };
  }

  #ofObject(typeName: string, field: SelectedField): Writer {
    const members = field.answered(typeName).map((child, index) => ({
      key: `${index === 0 ? "{" : ","}${JSON.stringify(child.responseKey)}:`,
      ...this.#ofMember(typeName, child),
    }));
    const notes = members.flatMap(({ note }) => note ?? []);
    const write: Write = (value, lookups, text) => {
      if (value == null) return void text.push("null");
      for (const member of members) {
        text.push(member.key);
        member.write(value, lookups, text);
      }
      text.push(members.length === 0 ? "{}" : "}");
    };
    const note: Note = (value, needs) => {
      if (value != null) for (const member of notes) member(value, needs);
    };
    return { write, note: notes.length === 0 ? null : note };
  }

  #ofMember(typeName: string, field: SelectedField): Writer {
    if (field.name === "__typename") return writeAlways(JSON.stringify(typeName));
    const type = this.schema.getType(typeName);
    const definition = isObjectType(type) ? type.getFields()[field.name] : undefined;
    const { refers, compute } = (definition?.extensions ?? {}) as FieldExtensions;
    if (refers !== undefined) return this.#ofReference({ ...refers, field }, isNonNullType(field.type));
    if (compute !== undefined) return this.#ofDeferred({ compute, args: field.args }, field);
    if (definition?.resolve !== undefined) throw new NotCompilableError(`${typeName}.${field.name} has a resolver`);
    const { write, note } = this.ofType(field.type, field);
    const memberOf = (source: unknown): unknown => (source as Readonly<Record<string, unknown>>)[field.name];
    return {
      write: (source, lookups, text) => write(memberOf(source), lookups, text),
      note: note && ((source, needs) => note(memberOf(source), needs)),
    };
  }

  #ofReference(reference: AskedReference, isRequired: boolean): Writer {
    const known = knownWriter(reference);
    if (known !== null) return { write: (source, _lookups, text) => void text.push(known(source)), note: null };
    this.references.push(reference);
    return {
      write: (source, lookups, text) => {
        const key = reference.key(source as never);
        const found = key === null ? undefined : lookups.text(reference, key);
        if (found === undefined && isRequired) throw new NotCompilableError(`${reference.field.name} does not exist`);
        text.push(found ?? "null");
      },
      note: (source, needs) => {
        const key = reference.key(source as never);
        if (key !== null) needs.text(reference, key);
      },
    };
  }

  #ofDeferred(deferred: Deferred, field: SelectedField): Writer {
    const { write, note } = this.ofType(field.type, field);
    if (note !== null) throw new NotCompilableError(`${field.name} refers to other objects`);
    return {
      write: (source, lookups, text) => write(lookups.value(deferred, source as object), lookups, text),
      note: (source, needs) => needs.value(deferred, source as object),
    };
  }
}

function required({ write, note }: Writer, name: string): Writer {
  return {
    write: (value, lookups, text) => {
      if (value == null) throw new NotCompilableError(`${name} is null`);
      write(value, lookups, text);
    },
    note,
  };
}

function listOf({ write, note }: Writer): Writer {
  return {
    write: (value, lookups, text) => {
      if (value == null) return void text.push("null");
      let before = "[";
      for (const item of value as readonly unknown[]) {
        text.push(before);
        write(item, lookups, text);
        before = ",";
      }
      text.push(before === "[" ? "[]" : "]");
    },
    note:
      note &&
      ((value, needs) => {
        for (const item of (value as readonly unknown[] | null) ?? []) note(item, needs);
      }),
  };
}

/** A writer for an object whose selected fields are all known from the source; `null` if a lookup is needed. */
function knownWriter({ type, key, known = {}, field }: AskedReference): ((source: unknown) => string) | null {
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

const writeAlways = (json: string): Writer => ({ write: (_value, _lookups, text) => void text.push(json), note: null });

const writeLeaf: Write = (value, _lookups, text) => void text.push(leafText(value));

function leafText(value: unknown): string {
  if (value == null) return "null";
  if (typeof value !== "number") return JSON.stringify(value);
  // JSON has no NaN or infinity. The operation falls back to graphql-js, which reports an error.
  if (!Number.isFinite(value)) throw new NotCompilableError("a number is not finite");
  return String(value);
}
