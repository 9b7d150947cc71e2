/** A download cannot be done, or not now. `hint` says what to do next, on a line of its own. */
export class PullError extends Error {
  override readonly name = "PullError";

  constructor(
    message: string,
    readonly hint: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
