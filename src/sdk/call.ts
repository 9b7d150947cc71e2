import type { ResponseInfo } from "./observation.ts";
import type { Send } from "./send.ts";

/** The result of a call, with the response that it came in. */
export interface WithResponse<T> {
  /** The result of the call. */
  readonly data: T;
  /** The last response, if the call took several requests. Undefined only if the call took none. */
  readonly response: ResponseInfo | undefined;
}

/** The promise of a call's result. */
export interface Call<T> extends Promise<T> {
  /**
   * The result together with its response: headers, status, request id, duration and cost. It sends no further request,
   * and rejects if the call does.
   *
   * @example
   * const { data, response } = await omnidex.benchmark("worldsense").withResponse();
   * console.log(data?.title, response?.requestId, response?.headers.get("date"));
   */
  readonly withResponse: () => Promise<WithResponse<T>>;
}

/**
 * The methods of `M`, with each promise replaced by a `Call`. Methods that return lists do not change: their
 * `onResponse` option is called for each page.
 */
export type Calls<M> = {
  readonly [K in keyof M]: M[K] extends (...args: infer A) => Promise<infer T> ? (...args: A) => Call<T> : M[K];
};

type Method = (...args: readonly unknown[]) => unknown;

/** Runs one method with a `send` that remembers the last response. */
export function startCall(send: Send, method: (send: Send) => unknown): unknown {
  let response: ResponseInfo | undefined;
  const result = method((document, variables, request) =>
    send(document, variables, {
      ...request,
      onResponse: (latest) => {
        response = latest;
        request?.onResponse?.(latest);
      },
    }),
  );
  if (!(result instanceof Promise)) return result;
  return Object.assign(result, { withResponse: async () => ({ data: await result, response }) });
}

/**
 * Wraps the methods of a group so that they return calls. Each call makes the group anew, so that concurrent calls
 * record only their own responses.
 */
export function asCalls(group: (send: Send) => Readonly<Record<string, Method>>, send: Send): Record<string, Method> {
  const names = Object.keys(group(send));
  return Object.fromEntries(
    names.map((name) => [name, (...args) => startCall(send, (own) => group(own)[name]?.(...args))]),
  );
}
