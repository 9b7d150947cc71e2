/** A request of a client, and its response without the body. */
export interface RecordedExchange {
  readonly method: string;
  readonly url: URL;
  readonly sent: Headers;
  /** The parsed JSON body; null for GET. */
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly status: number;
  readonly headers: Headers;
}

/** A `fetch` to give to a client; it records each exchange. */
export function recordedFetch(): { readonly fetch: typeof fetch; readonly exchanges: RecordedExchange[] } {
  const exchanges: RecordedExchange[] = [];
  const recording: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.clone().text();
    const response = await fetch(request);
    const { method, url, headers: sent } = request;
    const body = text === "" ? null : JSON.parse(text);
    exchanges.push({ method, url: new URL(url), sent, body, status: response.status, headers: response.headers });
    return response;
  };
  return { fetch: recording, exchanges };
}

/** What the server's cache charges for an answer that it holds. */
export const FROM_CACHE = "0;limit=200000";
