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
import { LRUCache } from "lru-cache";
import { PreparedOperation } from "./prepared-operation.ts";

/** Kept documents, by the sum of their lengths in UTF-16 code units. */
const MOST_TEXT = 2_000_000;

/** The operations of a valid document, by name; `null` for one that is not valid. */
type PreparedDocument = ReadonlyMap<string, PreparedOperation> | null;

/** Parses and validates documents, each once while it is kept. */
export class PreparedDocuments {
  readonly #known = new LRUCache<string, { readonly operations: PreparedDocument }>({
    maxSize: MOST_TEXT,
    sizeCalculation: (_document, text) => text.length + 1_000,
  });

  /** @param rules besides those of the specification */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly rules: readonly ValidationRule[],
    private readonly maxTokens: number,
  ) {}

  /** The query that is to be executed; `null` where the document is not valid, or does not say which, or it is no query. */
  operation(text: string, name: string | null): PreparedOperation | null {
    const known = this.#known.get(text) ?? { operations: this.#prepare(text) };
    this.#known.set(text, known);
    const { operations } = known;
    if (operations === null) return null;
    if (name !== null) return operations.get(name) ?? null;
    const [only] = operations.values();
    return operations.size === 1 && only !== undefined ? only : null;
  }

  #prepare(text: string): PreparedDocument {
    const document = this.#parse(text);
    if (document === null) return null;
    const errors = validate(this.schema, document, [...specifiedRules, ...this.rules], { maxErrors: 1 });
    if (errors.length > 0) return null;
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const fragments = Object.fromEntries(
      document.definitions.filter(isFragment).map((node) => [node.name.value, node]),
    );
    return new Map(operations.map((operation) => [nameOf(operation), this.#operation(operation, fragments)]));
  }

  #operation(
    operation: OperationDefinitionNode,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  ): PreparedOperation {
    return new PreparedOperation(this.schema, operation, fragments);
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
