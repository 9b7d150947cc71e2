/**
 * The mutations that may be retried: those with an idempotency key, and those that the schema documents as having no
 * further effect when repeated. All others, including any that this package does not know yet, are sent once, because a
 * failed attempt may have arrived: a retry of `createApiKey` would make another key, one of `correctAnswers` another
 * revision.
 */
export const REPEATABLE_WRITES: ReadonlySet<string> = new Set([
  "submitRun",
  "createRun",
  "appendPredictions",
  "finalizeRun",
  "validateRun",
  "withdrawRun",
  "restoreRun",
  "updateRun",
  "useRelease",
  "rescoreRun",
  "revokeApiKey",
]);

/** The GraphQL tokens that matter here. Comments and strings are matched so that braces inside them are not counted. */
const TOKENS = /#[^\n\r]*|"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|\.\.\.|[{}()[\]:$@]|[A-Za-z_]\w*/g;

/**
 * The root fields of a document's mutations. A fragment spread or directive appears as its punctuator, which is not a
 * field name; fragments are not resolved.
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

/** Whether the keyword starts a definition: an operation may itself be named `mutation`. */
const startsDefinition = (tokens: readonly string[], index: number): boolean =>
  index === 0 || tokens[index - 1] === "}";

/** Whether a document may be sent again when the first attempt may have arrived. */
export const isRepeatable = (document: string): boolean =>
  !document.includes("mutation") || mutationFields(document).every((field) => REPEATABLE_WRITES.has(field));
