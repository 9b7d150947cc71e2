import {
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { NodeType } from "../../domain/node-id.ts";
import type { SelectedField } from "../plan/selection.ts";
import { UntoldError } from "../plan/untold-error.ts";

/** An object that a value refers to by its primary key, and what a document asks for of it. */
export interface Reference {
  readonly type: NodeType;
  readonly field: SelectedField;
  readonly key: (source: never) => number | null;
}

/** The texts of referred objects, by key. */
export type ReferredTexts = ReadonlyMap<Reference, ReadonlyMap<number, string>>;

/** Writes a value as it stands in the answer. */
export type ValueWriter = (value: unknown, referred: ReferredTexts) => string;

/** Fields whose objects are rows; everything else of a computed type is read by its name. */
const REFERENCES: Readonly<Record<string, Pick<Reference, "type" | "key">>> = {
  "LeaderboardEntry.model": { type: "Model", key: ({ model }: { model: number }) => model },
  "LeaderboardEntry.run": { type: "Run", key: ({ run }: { run: number | null }) => run },
  "LeaderboardEntry.publishedResult": {
    type: "PublishedResult",
    key: ({ figure }: { figure: number | null }) => figure,
  },
  "RunComparison.a": { type: "Run", key: ({ a }: { a: number }) => a },
  "RunComparison.b": { type: "Run", key: ({ b }: { b: number }) => b },
};

/**
 * Makes the writer of a field whose value a service has computed.
 * @param references takes the objects that it will refer to
 * @throws UntoldError where a resolver has to be called below the field
 */
export const valueWriter = (schema: GraphQLSchema, field: SelectedField, references: Reference[]): ValueWriter =>
  typeWriter(schema, field.type, field, references);

function typeWriter(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  field: SelectedField,
  references: Reference[],
): ValueWriter {
  if (isNonNullType(type)) {
    const write = typeWriter(schema, type.ofType, field, references);
    return (value, referred) => {
      if (value == null) throw new UntoldError(`${field.name} is null`);
      return write(value, referred);
    };
  }
  if (isListType(type)) {
    const write = typeWriter(schema, type.ofType, field, references);
    return (value, referred) =>
      value == null ? "null" : `[${(value as unknown[]).map((item) => write(item, referred)).join()}]`;
  }
  if (isLeafType(type)) return writeLeaf;
  if (!isObjectType(type)) throw new UntoldError(`${type.name} is abstract`);
  return objectWriter(schema, type.name, field, references);
}

function objectWriter(
  schema: GraphQLSchema,
  typeName: string,
  field: SelectedField,
  references: Reference[],
): ValueWriter {
  const members = field.answered().map((child) => ({
    key: `${JSON.stringify(child.responseKey)}:`,
    write: memberWriter(schema, typeName, child, references),
  }));
  return (value, referred) => {
    if (value == null) return "null";
    let text = "";
    for (const { key, write } of members) text += `${text === "" ? "" : ","}${key}${write(value, referred)}`;
    return `{${text}}`;
  };
}

function memberWriter(
  schema: GraphQLSchema,
  typeName: string,
  field: SelectedField,
  references: Reference[],
): ValueWriter {
  if (field.name === "__typename") return () => JSON.stringify(typeName);
  const reference = REFERENCES[`${typeName}.${field.name}`];
  if (reference !== undefined) return referenceWriter({ ...reference, field }, isNonNullType(field.type), references);
  const type = schema.getType(typeName);
  const definition = isObjectType(type) ? type.getFields()[field.name] : undefined;
  if (definition?.resolve !== undefined) throw new UntoldError(`${typeName}.${field.name} has a resolver`);
  const write = valueWriter(schema, field, references);
  const name = field.name;
  return (source, referred) => write((source as Readonly<Record<string, unknown>>)[name], referred);
}

function referenceWriter(reference: Reference, isRequired: boolean, references: Reference[]): ValueWriter {
  references.push(reference);
  return (source, referred) => {
    const key = reference.key(source as never);
    const text = key === null ? undefined : referred.get(reference)?.get(key);
    if (text === undefined && isRequired) throw new UntoldError(`${reference.field.name} is not there`);
    return text ?? "null";
  };
}

function writeLeaf(value: unknown): string {
  if (value == null) return "null";
  // JSON has no word for these, and graphql-js an error.
  if (typeof value === "number" && !Number.isFinite(value)) throw new UntoldError("a number is not finite");
  return JSON.stringify(value);
}
