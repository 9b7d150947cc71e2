import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from "graphql";
import { CountedCache } from "../../telemetry/counted-cache.ts";
import { type CompiledOperations, PreparedOperation } from "./prepared-operation.ts";

/** The memory limits of the two caches, for documents and for compiled operations, in bytes. */
const MOST_DOCUMENTS = 24_000_000;
const MOST_COMPILED = 16_000_000;

/** The approximate size of a parsed document in bytes, per UTF-16 code unit of its text. */
const BYTES_OF_CHARACTER = 40;

/** The queries of a valid document, by name; `null` if the document is invalid or has operations other than queries. */
type PreparedDocument = ReadonlyMap<string, PreparedOperation> | null;

/** Parses and validates documents, and caches the result. */
export class PreparedDocuments {
  readonly #known = new CountedCache<string, { readonly operations: PreparedDocument }>("documents", {
    maxSize: MOST_DOCUMENTS,
    sizeCalculation: (_document, text) => text.length * BYTES_OF_CHARACTER + 2_000,
  });
  readonly #compiled: CompiledOperations = new CountedCache("operations", {
    maxSize: MOST_COMPILED,
    sizeCalculation: ({ bytes }, name) => bytes + name.length * 2 + 500,
  });
  #count = 0;

  /** @param rules additional validation rules, besides those of the specification */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly rules: readonly ValidationRule[],
    private readonly maxTokens: number,
  ) {}

  /** Whether a document is already parsed, validated and cached. */
  knows(text: string): boolean {
    return this.#known.has(text);
  }

  /** The query with this name, or the only query of the document for a null name; `null` if there is no such query. */
  operation(text: string, name: string | null): PreparedOperation | null {
    const { operations } = this.#known.get(text) ?? this.#keep(text);
    if (operations === null) return null;
    if (name !== null) return name === "" ? null : (operations.get(name) ?? null);
    const [only] = operations.values();
    return operations.size === 1 && only !== undefined ? only : null;
  }

  #keep(text: string): { readonly operations: PreparedDocument } {
    const prepared = { operations: this.#prepare(text) };
    this.#known.set(text, prepared);
    return prepared;
  }

  #prepare(text: string): PreparedDocument {
    const document = this.#parse(text);
    if (document === null) return null;
    const errors = validate(this.schema, document, [...specifiedRules, ...this.rules], { maxErrors: 1 });
    if (errors.length > 0) return null;
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    if (operations.some(({ operation }) => operation !== "query")) return null;
    const fragments = Object.fromEntries(
      document.definitions.filter(isFragment).map((node) => [node.name.value, node]),
    );
    return new Map(
      operations.map((operation) => [nameOf(operation), this.#operation(operation, fragments, text.length)]),
    );
  }

  #operation(
    operation: OperationDefinitionNode,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    length: number,
  ): PreparedOperation {
    this.#count += 1;
    return new PreparedOperation(this.schema, operation, fragments, {
      name: String(this.#count),
      length,
      all: this.#compiled,
    });
  }

  #parse(text: string): DocumentNode | null {
    try {
      return parse(text, { maxTokens: this.maxTokens });
    } catch {
      return null;
    }
  }
}

const nameOf = ({ name }: OperationDefinitionNode): string => name?.value ?? "";

const isFragment = (node: DocumentNode["definitions"][number]): node is FragmentDefinitionNode =>
  node.kind === Kind.FRAGMENT_DEFINITION;
