/**
 * The writes that may be sent twice: those with an idempotency key, and those that change nothing when they are done again,
 * as the schema says of each. Any other, one that this package does not know yet too, is sent once, for it is not known
 * whether an attempt that failed has arrived: `createApiKey` would make another key, `correctAnswers` another revision.
 */
export const REPEATABLE_WRITES: ReadonlySet<string> = new Set([
  "submitRun",
  "createRun",
  "appendPredictions",
  "finalizeRun",
  "validateRun",
  "withdrawRun",
  "rescoreRun",
  "revokeApiKey",
]);

/** What matters of GraphQL's lexical tokens: comments and strings hold no braces that count. */
const TOKENS = /#[^\n\r]*|"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|\.\.\.|[{}()[\]:$@]|[A-Za-z_]\w*/g;

/**
 * The fields that a document's mutations begin with. A fragment among them, or a directive, is named by its sign, which is
 * the name of no field: it is not looked into.
 */
export function mutationFields(document: string): string[] {
  const tokens = (document.match(TOKENS) ?? []).filter((token) => !/^[#"]/.test(token));
  const fields: string[] = [];
  let braces = 0;
  let others = 0;
  let isMutation = false;
  for (const [index, token] of tokens.entries()) {
    if (token === "(" || token === "[") others += 1;
    else if (token === ")" || token === "]") others -= 1;
    else if (others > 0) continue;
    else if (token === "{") braces += 1;
    else if (token === "}") braces -= 1;
    else if (braces === 0 && /^(mutation|query|subscription|fragment)$/.test(token) && startsDefinition(tokens, index))
      isMutation = token === "mutation";
    else if (braces === 1 && isMutation && token !== ":" && tokens[index + 1] !== ":") fields.push(token);
  }
  return fields;
}

/** An operation may be called `mutation`, too. */
const startsDefinition = (tokens: readonly string[], index: number): boolean =>
  index === 0 || tokens[index - 1] === "}";

/** Whether a document may be sent again when it is not known whether it has arrived. */
export const isRepeatable = (document: string): boolean =>
  !document.includes("mutation") || mutationFields(document).every((field) => REPEATABLE_WRITES.has(field));
