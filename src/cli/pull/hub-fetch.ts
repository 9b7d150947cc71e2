import { setTimeout as pause } from "node:timers/promises";
import { AGAIN, type HubRequest, hubFailure, PullError } from "./hub-failure.ts";
import type { HubSettings } from "./hub-settings.ts";

const MOST_REPEATS = 4;
const LONGEST_PAUSE = 60_000;

/**
 * Sends a request to the Hub and reads its response. Transient failures (429, 5xx, a connection that breaks or falls
 * silent) are retried from the beginning. The token goes to the Hub's own origin only, whatever address the Hub names, and
 * `fetch` drops it at redirects to others: files are on other hosts with signed addresses.
 * @param read reads the body; it calls `heard` on each chunk
 * @throws {PullError} for a permanent failure
 */
export async function askHub<T>(
  hub: HubSettings,
  request: HubRequest,
  url: string,
  init: RequestInit,
  read: (response: Response, heard: () => void) => Promise<T>,
): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set("user-agent", "omnidex-pull");
  if (hub.token !== null && new URL(url).origin === new URL(hub.endpoint).origin)
    headers.set("authorization", `Bearer ${hub.token}`);
  for (let repeat = 0; ; repeat++) {
    const last = repeat === MOST_REPEATS;
    const silence = new SilenceTimer(hub.silence);
    let wished = 0;
    try {
      const response = await fetch(url, { ...init, headers, signal: silence.signal });
      silence.heard();
      checkProtocol(hub, response.url);
      if (response.ok) return await read(response, silence.heard);
      const { status } = response;
      if (last || (status !== 429 && status < 500)) throw await hubFailure(response, hub, request);
      wished = Number(response.headers.get("retry-after")) * 1000;
    } catch (error) {
      // An error of the disk has the name of a system call. `fetch` keeps those of the network in the cause.
      if (error instanceof PullError || (error instanceof Error && "syscall" in error)) throw error;
      if (last) throw unreachable(hub, request, error);
    } finally {
      silence.stop();
    }
    await pause(Math.min(wished > 0 ? wished : hub.firstPause * 2 ** repeat, LONGEST_PAUSE));
  }
}

/** A `fetch` that sends its requests with `askHub`, for the Hub's client library. */
export const hubFetch =
  (hub: HubSettings, request: HubRequest): typeof fetch =>
  (input, init = {}) =>
    askHub(hub, request, String(input), init, async (response) => {
      const { status, headers } = response;
      return new Response(await response.arrayBuffer(), { status, headers });
    });

/** @throws {PullError} if redirects led from HTTPS to HTTP */
function checkProtocol({ endpoint }: HubSettings, end: string): void {
  if (endpoint.startsWith("https:") && !end.startsWith("https:"))
    throw new PullError(`The Hub redirects to an address that is not allowed: '${end.slice(0, 200)}'.`);
}

const unreachable = ({ endpoint }: HubSettings, { path }: HubRequest, error: unknown): PullError =>
  new PullError(
    path === null
      ? `Nothing answers at ${endpoint} (${reasonOf(error)}).`
      : `'${path}' could not be downloaded from ${endpoint} (${reasonOf(error)}).`,
    `Check the network and HF_ENDPOINT. ${AGAIN}`,
    { cause: error },
  );

/** The reason, such as "ECONNREFUSED", which `fetch` keeps in the cause of its "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

/** Aborts a request after a period without received bytes. */
class SilenceTimer {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;

  constructor(private readonly milliseconds: number) {
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly heard = (): void => {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  };

  /** Also closes the connection if the response is not complete. */
  readonly stop = (): void => {
    clearTimeout(this.#timer);
    this.#controller.abort();
  };

  #start(): NodeJS.Timeout {
    const silent = new Error(`no data for ${this.milliseconds / 1000} seconds`);
    return setTimeout(() => this.#controller.abort(silent), this.milliseconds).unref();
  }
}
