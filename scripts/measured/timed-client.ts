/** The administrator's key of the server. */
export const KEY = "measured-server-admin-key";

/** An answer, and how long it took in milliseconds. */
export interface TimedAnswer {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** Sends requests to the server at an address, as its administrator. */
export class TimedClient {
  constructor(readonly url: string) {}

  async post(path: string, body: string | Uint8Array<ArrayBuffer>, type = "application/json"): Promise<TimedAnswer> {
    const start = performance.now();
    const headers = { "content-type": type, authorization: `Bearer ${KEY}` };
    const response = await fetch(`${this.url}${path}`, { method: "POST", headers, body });
    const text = await response.text();
    return { status: response.status, text, milliseconds: performance.now() - start };
  }

  /** Imports one file. */
  async import(slug: string, name: string, bytes: Uint8Array): Promise<TimedAnswer> {
    const form = new FormData();
    form.append("file", new Blob([Uint8Array.from(bytes)]), name);
    const request = new Response(form);
    const type = request.headers.get("content-type") ?? "";
    return this.post(`/import/${slug}`, new Uint8Array(await request.arrayBuffer()), type);
  }

  async get(path: string): Promise<TimedAnswer> {
    const start = performance.now();
    const response = await fetch(`${this.url}${path}`, { headers: { authorization: `Bearer ${KEY}` } });
    return { status: response.status, text: await response.text(), milliseconds: performance.now() - start };
  }

  graphql(query: string, variables: object = {}): Promise<TimedAnswer> {
    return this.post("/graphql", JSON.stringify({ query, variables }));
  }
}
