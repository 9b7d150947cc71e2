/**
 * The mutations that may be retried: submissions, and those that the schema documents as having no further effect when
 * repeated. All other mutations, including those that this package does not know yet, are sent once, because a failed
 * attempt may have reached the server.
 */
export const REPEATABLE_WRITES: ReadonlySet<string> = new Set([
  "submitRun",
  "createRun",
  "appendPredictions",
  "finalizeRun",
  "validateRun",
  "withdrawRun",
  "restoreRun",
  "updateModel",
  "updateRun",
  "nameRun",
  "useRelease",
  "previewCorrections",
  "rescoreRun",
  "previewRescoring",
  "labelErrors",
  "reportScores",
  "revokeApiKey",
  "revokeSigningKey",
  "addMaintainer",
  "configureChallenge",
  "chooseFinalRuns",
  "discloseScores",
  "takeItemSnapshot",
  "storeSubset",
  "removeMaintainer",
  "setSubmissionQuota",
  "mergeOwners",
  "separateOwner",
]);

/**
 * The mutations that may be retried only with an idempotency key in `input`. Without it, a retry of `createApiKey`
 * would create another key, and a retry of `correctAnswers` another revision.
 */
export const REPEATABLE_BY_KEY: ReadonlySet<string> = new Set(["createApiKey", "rotateApiKey", "correctAnswers"]);

/** The GraphQL tokens that matter here. Comments and strings are matched so that braces inside them are not counted. */
const TOKENS = /#[^\n\r]*|"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|\.\.\.|[{}()[\]:$@]|[A-Za-z_]\w*/g;

/**
 * The root fields of a document's mutations. Fragments are not resolved: a fragment spread or directive adds its
 * punctuator to the list. No repeatable mutation has that name, so the document is sent only once.
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

/** Whether a document may be sent again although the first attempt may have reached the server. */
export function isRepeatable(document: string, variables: unknown): boolean {
  const fields = mutationFields(document);
  const isKeyed = fields.length === 1 && hasIdempotencyKey(variables);
  return fields.every((field) => REPEATABLE_WRITES.has(field) || (isKeyed && REPEATABLE_BY_KEY.has(field)));
}

/** Whether the variable `input`, as this package names it, has an idempotency key. */
function hasIdempotencyKey(variables: unknown): boolean {
  const input = memberOf(variables, "input");
  return typeof memberOf(input, "idempotencyKey") === "string";
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
