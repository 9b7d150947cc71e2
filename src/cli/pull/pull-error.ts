/** A download failed, permanently or for now. `hint` says what to do next and is printed on its own line. */
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
