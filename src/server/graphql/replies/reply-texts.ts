import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from "graphql";
import { OmnidexError } from "../../../domain/errors.ts";
import { RequestReads } from "../../db/request-reads.ts";
import { documentTurn } from "../../limits/document-turns.ts";
import { requireValues } from "../../memory/check-filter.ts";
import type { AskedFilter } from "../../memory/filter-values.ts";
import { CountedCache } from "../../telemetry/counted-cache.ts";
import type { RequestRecord } from "../../telemetry/request-record.ts";
import { traced } from "../../telemetry/tracing.ts";
import { checkEstimate, HEAVY_COST } from "../plan/request-cost.ts";
import { NotCompilableError } from "../plan/type-tables.ts";
import type { RequestContext } from "../resolvers/resolver.ts";
import { type CompiledOperation, type CompiledOperations, PreparedOperation } from "./prepared-operation.ts";
import type { JsonPieces, Variables } from "./root-reply.ts";

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

/** A GraphQL-over-HTTP request. Its members have the right types; the document is not yet validated. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The longest document that is compiled, in UTF-16 code units. Longer documents are rare and often invalid. Validating
 * one here takes tens of milliseconds, and Apollo Server would repeat the validation after a fallback.
 */
const LONGEST_DOCUMENT = 20_000;

/** The fast path for compilable queries: assembles the JSON of the answer without calling a resolver for each field. */
export class ReplyTexts {
  readonly #documents: PreparedDocuments;

  /**
   * @param rules additional validation rules, besides those of the specification
   * @param log receives errors that the fallback does not report
   */
  constructor(
    schema: GraphQLSchema,
    rules: readonly ValidationRule[],
    maxTokens: number,
    private readonly log: (requestId: string, error: unknown) => void,
  ) {
    this.#documents = new PreparedDocuments(schema, rules, maxTokens);
  }

  /**
   * The whole answer as JSON, in pieces. Returns `null` if the operation cannot be compiled or an error occurs. The
   * caller then lets graphql-js execute the operation, which is safe because only reads are compiled.
   * @param contextOf creates the context of one execution
   */
  async reply(request: OperationRequest, contextOf: () => RequestContext): Promise<JsonPieces | null> {
    if (request.query.length > LONGEST_DOCUMENT || /^\s*mutation\b/.test(request.query)) return null;
    const context = contextOf();
    try {
      if (!this.#documents.knows(request.query)) await documentTurn(request.query.length, context);
      const prepared = this.#documents.operation(request.query, request.operationName);
      if (prepared === null) return null;
      const variables = prepared.variables(request.variables);
      const compiled =
        variables && traced("compile", "internal", {}, () => prepared.compile(variables, context.viewer));
      if (variables === null || compiled === null) return null;
      admit(compiled, variables, context);
      await requireFilters(prepared.filters(variables), context);
      const pieces = await replyPieces(compiled, variables, context);
      noteReply(context.record, prepared, context.cost.objects);
      return pieces;
    } catch (error) {
      if (context.database instanceof RequestReads) context.database.note(error);
      if (!isExpected(error)) this.log(context.record.requestId, error);
      return null;
    } finally {
      context.work.end();
    }
  }
}

/** Checks the filters. After a failure, the fallback reports the same error without checking them again. */
async function requireFilters(filters: readonly AskedFilter[], context: RequestContext): Promise<void> {
  if (filters.length === 0) return;
  const { database, viewer, runAggregates } = context;
  try {
    await requireValues({ database, viewer, memory: runAggregates.memory }, filters);
  } catch (error) {
    if (database instanceof RequestReads) database.refuse(error);
    throw error;
  }
}

/**
 * Whether an error need not be logged here. The fallback executes a selection that cannot be compiled, and it reports
 * mistakes of the caller and errors of the database.
 */
const isExpected = (error: unknown): boolean =>
  error instanceof NotCompilableError ||
  error instanceof OmnidexError ||
  error instanceof GraphQLError ||
  (error instanceof Error && "code" in error);

function noteReply(record: RequestRecord, { label, name }: PreparedOperation, cost: number): void {
  record.operation = label;
  record.name = name;
  record.cost = cost;
  record.answeredBy = "compiled";
}

/**
 * Applies the limits of the fallback (`graphql/heavy-work.ts`) to an operation before it is executed.
 * @throws `COST_LIMIT_EXCEEDED`, `RATE_LIMITED`
 */
function admit(operation: CompiledOperation, variables: Variables, context: RequestContext): void {
  let [least, most] = [0, 0];
  for (const root of operation) {
    const estimate = root.estimate(variables);
    least += estimate.least;
    most += estimate.most;
  }
  checkEstimate({ least, most });
  if (most >= HEAVY_COST) context.work.begin();
}

async function replyPieces(
  operation: CompiledOperation,
  variables: Variables,
  context: RequestContext,
): Promise<JsonPieces> {
  const [only] = operation;
  // Most operations have one root field.
  const texts =
    operation.length === 1 && only !== undefined
      ? [await only.text(context, variables)]
      : await Promise.all(operation.map(({ text }) => text(context, variables)));
  const pieces: string[] = [];
  let before = '{"data":{';
  for (const [index, text] of texts.entries()) {
    pieces.push(`${before}${JSON.stringify(operation[index]?.responseKey)}:`);
    if (typeof text === "string") pieces.push(text);
    else pieces.push(...text);
    before = ",";
  }
  pieces.push(texts.length === 0 ? `${before}}}` : "}}");
  return pieces;
}
