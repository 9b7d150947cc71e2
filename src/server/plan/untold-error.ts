/** A plan, or a document, that cannot be told as text without its resolvers. No fault of anyone's: they are called. */
export class UntoldError extends Error {}
