/** Whether a server is draining. `/health/ready` reports it, so that a load balancer sends requests elsewhere. */
export class Shutdown {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  /** @returns whether this call started the draining */
  begin(): boolean {
    const first = !this.#begun;
    this.#begun = true;
    return first;
  }
}
