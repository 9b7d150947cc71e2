/** The server's answer to a submission: the run, or the code of the error. */
export interface Submitted {
  readonly key: string;
  readonly run: string | null;
  readonly code: string | null;
}

/** Submits runs over the demo benchmark to a server, each with its own idempotency key. */
export class Submitter {
  readonly submitted: Submitted[] = [];
  #next = 0;
  #stopped = false;

  constructor(
    private readonly url: string,
    private readonly adminKey: string,
    private readonly questions: readonly string[],
    private readonly name = "",
  ) {}

  /** Submits one run after the other, until `stop` is called. */
  async run(): Promise<void> {
    while (!this.#stopped) this.submitted.push(await this.submit(`${this.name} ${this.#next++}`));
  }

  stop(): void {
    this.#stopped = true;
  }

  async submit(key: string): Promise<Submitted> {
    const input = {
      benchmark: "omnidex-demo",
      model: { name: "citus" },
      inputs: ["VIDEO"],
      visibility: "PUBLIC",
      idempotencyKey: key,
      predictions: this.questions.map((question, index) => ({
        question,
        response: `The answer is ${"ABCD"[index % 4]}.`,
      })),
    };
    const answer = await this.ask<{ submitRun: { run: { id: string } } }>(
      "mutation($input:SubmitRunInput!){submitRun(input:$input){run{id}}}",
      { input },
    );
    return { key, run: answer.data?.submitRun?.run.id ?? null, code: answer.errors?.[0]?.extensions.code ?? null };
  }

  async ask<T>(query: string, variables: object = {}): Promise<Answer<T>> {
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.adminKey}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as Answer<T>;
  }
}

interface Answer<T> {
  readonly data?: T | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}
