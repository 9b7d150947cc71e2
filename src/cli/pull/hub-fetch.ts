import { setTimeout as pause } from "node:timers/promises";
import { AGAIN, type HubRequest, hubFailure } from "./hub-failure.ts";
import type { HubSettings } from "./hub-settings.ts";
import { PullError } from "./pull-error.ts";

const MOST_REDIRECTS = 10;
const MOST_REPEATS = 4;
const LONGEST_PAUSE = 60_000;

/** The response after all redirects, and the commit that the Hub stated before it redirected to the file's storage. */
export interface HubAnswer {
  readonly response: Response;
  /** The commit that the Hub served; null if it does not state it. */
  readonly commit: string | null;
  /** Ends the request and its timer. */
  readonly stop: () => void;
  /** Call this on each received chunk. The request is aborted if no chunk arrives for too long. */
  readonly heard: () => void;
}

/**
 * Sends a request to the Hub and follows redirects. The token is sent only to the Hub's own origin, because files are
 * on other hosts with signed addresses. Transient failures (429, 5xx, a broken connection) are retried.
 * @throws {PullError} for a permanent failure
 */
export async function askHub(
  hub: HubSettings,
  request: HubRequest,
  url: string,
  init: RequestInit = {},
): Promise<HubAnswer> {
  for (let repeat = 0; ; repeat++) {
    const last = repeat === MOST_REPEATS;
    const answer = await followed(hub, url, init).catch((error: unknown) => {
      if (error instanceof PullError || last) throw unreachable(hub, error);
      return null;
    });
    const status = answer?.response.status ?? 0;
    if (answer !== null && (answer.response.ok || status === 416)) return answer;
    const transient = answer === null || status === 429 || status >= 500;
    if (answer !== null && (!transient || last)) {
      throw await hubFailure(answer.response, hub, request).finally(answer.stop);
    }
    const asked = Number(answer?.response.headers.get("retry-after")) * 1000;
    answer?.stop();
    await pause(Math.min(asked > 0 ? asked : hub.firstPause * 2 ** repeat, LONGEST_PAUSE));
  }
}

/** A `fetch` that sends its requests with `askHub`, for the Hub's client library. */
export const hubFetch =
  (hub: HubSettings, request: HubRequest): typeof fetch =>
  async (input, init) => {
    const { response, stop } = await askHub(hub, request, String(input), init);
    // These responses are short: they are read in full, which also ends their timer.
    const body = await response.arrayBuffer().finally(stop);
    return new Response(body, { status: response.status, headers: response.headers });
  };

async function followed(hub: HubSettings, url: string, init: RequestInit): Promise<HubAnswer> {
  const silence = new SilenceTimer(hub.silence);
  let commit: string | null = null;
  let at = new URL(url);
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const response = await fetch(at, {
        ...init,
        headers: headersFor(hub, at, init),
        redirect: "manual",
        signal: silence.signal,
      });
      silence.heard();
      if (isOwn(hub, at)) commit = response.headers.get("x-repo-commit") ?? commit;
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      if (location === null) return { response, commit, stop: silence.stop, heard: silence.heard };
      await response.body?.cancel();
      at = redirected(at, location);
    }
    throw new PullError(`The Hub redirects too many times: ${url}`);
  } catch (error) {
    silence.stop();
    throw error;
  }
}

const isOwn = (hub: HubSettings, url: URL): boolean => url.origin === new URL(hub.endpoint).origin;

function headersFor(hub: HubSettings, url: URL, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.set("user-agent", "omnidex-pull");
  headers.delete("authorization");
  if (hub.token !== null && isOwn(hub, url)) headers.set("authorization", `Bearer ${hub.token}`);
  return headers;
}

/** @throws {PullError} if the redirect leaves HTTP, or leads from HTTPS to HTTP */
function redirected(from: URL, location: string): URL {
  const to = URL.canParse(location, from) ? new URL(location, from) : null;
  const open = from.protocol === "https:" && to?.protocol !== "https:";
  if (to === null || open || !/^https?:$/.test(to.protocol))
    throw new PullError(`The Hub redirects to an address that is not allowed: '${location.slice(0, 200)}'.`);
  return to;
}

function unreachable(hub: HubSettings, error: unknown): PullError {
  if (error instanceof PullError) return error;
  return new PullError(
    `Nothing answers at ${hub.endpoint} (${reasonOf(error)}).`,
    `Check the network and HF_ENDPOINT. ${AGAIN}`,
    {
      cause: error,
    },
  );
}

/** The reason, such as "ECONNREFUSED", which `fetch` keeps in the cause of its "fetch failed". */
export function reasonOf(error: unknown): string {
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
