import { GraphQLError, type GraphQLSchema, type ValidationRule } from "graphql";
import { OmnidexError } from "../../domain/errors.ts";
import { UntoldError } from "../plan/untold-error.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import { traced } from "../telemetry/tracing.ts";
import { PreparedDocuments } from "./prepared-documents.ts";
import type { CompiledOperation, PreparedOperation, Variables } from "./prepared-operation.ts";

/** A request as GraphQL over HTTP has it, its parts checked for nothing but their types. */
export interface OperationRequest {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Answers queries with text, where that can be done without calling a resolver for each field. */
export class AnswerTexts {
  readonly #documents: PreparedDocuments;

  /**
   * @param rules that a document must keep besides those of the specification
   * @param log where faults of this path go, which the usual way would not meet
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
   * The whole answer as JSON; `null` where it is left to the resolvers: what is not told here, and whatever goes wrong.
   * Nothing but reading is done here, so it may be done again.
   * @param contextOf makes what one execution needs
   */
  async answer(request: OperationRequest, contextOf: () => RequestContext): Promise<string | null> {
    const prepared = this.#documents.operation(request.query, request.operationName);
    if (prepared === null) return null;
    const context = contextOf();
    try {
      const variables = prepared.variables(request.variables);
      const compiled =
        variables && traced("compile", "internal", {}, () => prepared.compile(variables, context.viewer));
      if (variables === null || compiled === null) return null;
      const text = await tell(compiled, variables, context);
      noteAnswer(context.record, prepared, context.cost.objects);
      return text;
    } catch (error) {
      if (!isExpected(error)) this.log(context.record.requestId, error);
      return null;
    }
  }
}

/** What the usual way says better: what is not told, the caller's mistakes, and the database's errors, which have codes. */
const isExpected = (error: unknown): boolean =>
  error instanceof UntoldError ||
  error instanceof OmnidexError ||
  error instanceof GraphQLError ||
  (error instanceof Error && "code" in error);

function noteAnswer(record: RequestRecord, { label, name }: PreparedOperation, cost: number): void {
  record.operation = label;
  record.name = name;
  record.cost = cost;
  record.answeredBy = "compiled";
}

async function tell(operation: CompiledOperation, variables: Variables, context: RequestContext): Promise<string> {
  const texts = await Promise.all(operation.map(({ text }) => text(context, variables)));
  const members = operation.map(({ responseKey }, index) => `${JSON.stringify(responseKey)}:${texts[index]}`);
  return `{"data":{${members.join()}}}`;
}
