/** A selection that cannot be compiled to text: graphql-js calls its resolvers instead. It is no mistake of the caller. */
export class NotCompilableError extends Error {}
