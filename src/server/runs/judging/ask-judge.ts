import type { ChatMessage } from "../../../scoring/judging/judge-request.ts";
import type { JudgeConfig } from "../../config/service-config.ts";
import { judgeAnswered } from "../../telemetry/server-events.ts";
import { traced } from "../../telemetry/tracing.ts";

/** The timing of requests to a judge, in milliseconds. */
export interface JudgePace {
  /** The timeout of one request, to the last byte of the reply. */
  readonly timeout: number;
  /** The lease of a task in progress: longer than the timeout, so that no two workers send the same request. */
  readonly lease: number;
  /** How often an idle worker checks the queue. */
  readonly poll: number;
  /** How many times a request is sent before its task fails. */
  readonly attempts: number;
  readonly firstDelay: number;
  readonly longestDelay: number;
  /** How long requests in progress may take when the server closes. */
  readonly grace: number;
}

/** Eight attempts within about ten minutes, so that a judge can be restarted in between. */
export const JUDGE_PACE: JudgePace = {
  timeout: 120_000,
  lease: 180_000,
  poll: 2_000,
  attempts: 8,
  firstDelay: 5_000,
  longestDelay: 600_000,
  grace: 3_000,
};

/** The longest pause before a judge is asked again, even if it requests a longer one. */
const LONGEST_RETRY_AFTER = 3_600_000;

/** Reads `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function readRetryAfter(value: string | null, now: number = Date.now()): number | null {
  const text = value?.trim() ?? "";
  const delay = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(delay) ? null : Math.min(LONGEST_RETRY_AFTER, Math.max(0, delay));
}

/** The result of one request. An `error` never contains the API key. */
export type JudgeAnswer =
  | { readonly kind: "reply"; readonly reply: string }
  /** Another attempt may succeed, after at least `retryAfter` milliseconds. */
  | { readonly kind: "retry"; readonly error: string; readonly retryAfter: number | null }
  /** The judge rejects the request. */
  | { readonly kind: "refused"; readonly error: string }
  /** The caller has cancelled the request. */
  | { readonly kind: "stopped" };

/** Sends one request for a chat completion. Never throws. */
export async function askJudge(...request: Parameters<typeof requestAnswer>): Promise<JudgeAnswer> {
  const begun = performance.now();
  const attributes = { "gen_ai.operation.name": "chat", "gen_ai.request.model": request[0].model };
  const answer = await traced("ask judge", "client", attributes, () => requestAnswer(...request));
  judgeAnswered.publish({ outcome: answer.kind, seconds: (performance.now() - begun) / 1_000 });
  return answer;
}

async function requestAnswer(
  judge: JudgeConfig,
  messages: readonly ChatMessage[],
  timeout: number,
  stop: AbortSignal,
): Promise<JudgeAnswer> {
  let late = false;
  try {
    return await withDeadline(timeout, stop, async (signal) => {
      signal.addEventListener("abort", () => {
        late = true;
      });
      const response = await postCompletion(judge, messages, signal);
      return readAnswer(response, await readText(response), judge.apiKey);
    });
  } catch (error) {
    if (stop.aborted) return { kind: "stopped" };
    const message = late ? `no reply within ${timeout / 1000} s` : `no connection: ${faultCode(error)}`;
    return { kind: "retry", error: message, retryAfter: null };
  }
}

const postCompletion = (
  { url, model, apiKey }: JudgeConfig,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Response> =>
  fetch(completionsUrl(url), {
    method: "POST",
    headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, messages, temperature: 0 }),
    // A redirect means a wrong address. Following it might send the API key and the question elsewhere.
    redirect: "manual",
    signal,
  });

function completionsUrl(base: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  return url;
}

function readAnswer({ ok, status, headers }: Response, body: string | null, apiKey: string | null): JudgeAnswer {
  const reply = ok ? completionText(body) : null;
  if (reply !== null) return { kind: "reply", reply };
  const retryAfter = readRetryAfter(headers.get("retry-after"));
  if (ok) return { kind: "retry", error: "the reply is not a chat completion", retryAfter };
  const error = `HTTP ${status}: ${excerpt(body ?? "", apiKey)}`;
  return status === 429 || status >= 500 ? { kind: "retry", error, retryAfter } : { kind: "refused", error };
}

/** The text of a chat completion; "" if it is empty, null if the body is not a chat completion. */
function completionText(body: string | null): string | null {
  try {
    const { choices } = JSON.parse(body ?? "") as { choices?: { message?: { content?: unknown } }[] };
    const message = choices?.[0]?.message;
    if (typeof message !== "object" || message === null) return null;
    const content = message.content ?? "";
    return typeof content === "string" ? storable(content) : null;
  } catch {
    return null;
  }
}

/** PostgreSQL cannot store NUL characters, and UTF-8 has no lone surrogates. */
const storable = (text: string): string => text.replaceAll("\0", "\uFFFD").toWellFormed();

/** An excerpt of an error body, without the API key, which some services repeat in it. */
const excerpt = (body: string, apiKey: string | null): string =>
  storable(apiKey === null ? body : body.replaceAll(apiKey, "[key]"))
    .slice(0, 500)
    .toWellFormed();

/** A code such as `ECONNREFUSED`. The message is not used, because it may contain the request. */
function faultCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === "string" ? cause.code : "network fault";
}

/**
 * Runs work with a signal that is aborted after a time, or when `stop` is aborted. `AbortSignal.any` with
 * `AbortSignal.timeout` is not used, because Node 20 may collect the timeout's signal too early, and the signal then
 * never fires.
 * @see https://github.com/nodejs/node/issues/57736
 */
async function withDeadline<T>(
  milliseconds: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  stop.addEventListener("abort", abort);
  if (stop.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", abort);
  }
}

/** The longest body that is read, in bytes. */
const LONGEST_BODY = 1_000_000;

/** The text of a response; `null` if it is longer than any expected reply. */
async function readText({ body }: Response): Promise<string | null> {
  if (body === null) return "";
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    length += part.value.byteLength;
    if (length > LONGEST_BODY) {
      await reader.cancel();
      return null;
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}
