import { createContext, Script } from "node:vm";
import { ImportError } from "../../domain/import-error.ts";

/** For some hundred records, in milliseconds. An expression takes some microseconds for one. */
const MOST_MS = 10_000;

const CALL = new Script("call()");
const SPACE: { call: () => void } = { call: () => {} };
createContext(SPACE);

/**
 * Calls a function with a limit of time. An expression may go on for ever, and nothing else in its thread could end it.
 * @param place where the function is when it is ended
 * @throws {ImportError} with that place, if it takes longer
 */
export function withinTime(
  call: () => void,
  place: () => { readonly path: string; readonly expected: string },
  mostMs = MOST_MS,
): void {
  SPACE.call = call;
  try {
    CALL.runInContext(SPACE, { timeout: mostMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const { path, expected } = place();
    throw new ImportError(path, expected, `none after ${mostMs / 1_000} s`);
  } finally {
    SPACE.call = () => {};
  }
}

/** The error comes from the context of the call, so it is not an `Error` of this one. */
const isTimeout = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
