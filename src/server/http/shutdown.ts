/** Whether a server is draining. `/health/ready` then fails, so that load balancers send requests to other servers. */
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
