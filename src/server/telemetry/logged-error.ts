/** How many causes of an error are logged. */
const MOST_CAUSES = 5;
/** How many characters of a message and of a stack are logged. */
const LONGEST = 8_000;

/** The form of an error in the log. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * The properties of an error that are logged. All others are left out: errors of database drivers also contain the
 * statement's parameters and the refused row, which hold responses and answer keys.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(String(error)) };
  const { name, message, stack, cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return {
    type: name,
    message: cut(message),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack: cut(stack) }),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: loggedError(cause, depth + 1) }),
  };
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…`.toWellFormed() : text);
