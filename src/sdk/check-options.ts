import { OmnidexInputError } from "./input-error.ts";

/** The options of a client. */
export const CLIENT_OPTIONS = /^(url|apiKey|fetch|timeoutMs|maxRetries|cacheable|logger|logLevel|onRe(quest|sponse))$/;
/** The options of a call that reach the transport: those of one request, and those of lists. */
export const CALL_OPTIONS = /^(signal|timeoutMs|maxRetries|cacheable|onResponse|pageSize|after)$/;

/**
 * Refuses unknown options: one may be a misspelled `filter`, and the answer would then be about all questions.
 *
 * @throws OmnidexInputError that names the option
 */
export function checkOptions(options: object, known: RegExp): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !known.test(name)) throw new OmnidexInputError(`There is no option '${name}' here.`);
}

/** @throws OmnidexInputError for a number below the least, or a value that is not a number */
export function atLeast(least: number, name: "timeoutMs" | "maxRetries", value: number): number {
  if (value >= least) return value;
  throw new OmnidexInputError(`${name} is ${value}; expected a number from ${least}.`);
}

/**
 * Refuses variables that the document does not declare: a server ignores them, and would answer another question.
 * Undefined variables are not sent.
 *
 * @param implied the variables of pages, which a list sends with any document
 * @throws OmnidexInputError that names the variable
 */
export function checkDeclared(document: string, variables: unknown, implied = ""): void {
  const declared = (document + implied).match(/\$\w+/g);
  for (const [name, value] of Object.entries(variables ?? {}))
    if (value !== undefined && !declared?.includes(`$${name}`))
      throw new OmnidexInputError(`The document has no variable '$${name}'.`);
}
