/** Thrown for a selection that cannot be compiled and falls back to the resolvers. It is not an error of the caller. */
export class NotCompilableError extends Error {}
