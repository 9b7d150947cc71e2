/** A selection is not compilable and falls back to the resolvers. This is not an error of the caller. */
export class NotCompilableError extends Error {}
