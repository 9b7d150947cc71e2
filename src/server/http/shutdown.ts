/** Whether a server is about to end. `/health/ready` tells, so that a balancer sends its requests elsewhere. */
export class Shutdown {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  /** @returns whether this call has begun it */
  begin(): boolean {
    const first = !this.#begun;
    this.#begun = true;
    return first;
  }
}
