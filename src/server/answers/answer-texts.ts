import type { GraphQLSchema, ValidationRule } from "graphql";
import { OmnidexError } from "../../domain/errors.ts";
import { UntoldError } from "../plan/untold-error.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import { PreparedDocuments } from "./prepared-documents.ts";
import type { CompiledOperation, Variables } from "./prepared-operation.ts";

/** A request as GraphQL over HTTP has it, its parts checked for nothing but their types. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Answers queries with text, where that can be done without calling a resolver for each field. */
export class AnswerTexts {
  readonly #documents: PreparedDocuments;

  /** @param rules that a document must keep besides those of the specification */
  constructor(schema: GraphQLSchema, rules: readonly ValidationRule[], maxTokens: number) {
    this.#documents = new PreparedDocuments(schema, rules, maxTokens);
  }

  /**
   * The whole answer as JSON; `null` where it is left to the resolvers: what is not told here, and whatever goes wrong.
   * Nothing but reading is done here, so it may be done again.
   * @param contextOf makes what one execution needs
   */
  async answer(
    { query, operationName, variables }: OperationRequest,
    contextOf: () => RequestContext,
  ): Promise<string | null> {
    const prepared = this.#documents.operation(query, operationName);
    const coerced = prepared?.variables(variables) ?? null;
    if (prepared === null || coerced === null) return null;
    const context = contextOf();
    const compiled = prepared.compile(coerced, context.viewer);
    return compiled === null ? null : tell(compiled, coerced, context);
  }
}

async function tell(
  operation: CompiledOperation,
  variables: Variables,
  context: RequestContext,
): Promise<string | null> {
  try {
    const texts = await Promise.all(operation.map(({ text }) => text(context, variables)));
    const members = operation.map(({ responseKey }, index) => `${JSON.stringify(responseKey)}:${texts[index]}`);
    return `{"data":{${members.join()}}}`;
  } catch (error) {
    if (error instanceof UntoldError || error instanceof OmnidexError) return null;
    throw error;
  }
}
