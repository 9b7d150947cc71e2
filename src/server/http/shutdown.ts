/** Whether a server is about to end. `/health/ready` tells, so that a balancer sends its requests elsewhere. */
export class Shutdown {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
  }
}
