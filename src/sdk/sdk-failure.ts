import type { OmnidexFailure } from "./api-errors.ts";
import { OmnidexError } from "./sdk-errors.ts";

/**
 * Whether a caught value is an error of this package.
 *
 * @example
 * try {
 *   await omnidex.run(id);
 * } catch (error) {
 *   if (!isOmnidexFailure(error)) throw error;
 *   if (error.code === "RATE_LIMITED") console.log(`again in ${error.retryAfter} s`, error.requestId);
 * }
 */
export const isOmnidexFailure = (error: unknown): error is OmnidexFailure => error instanceof OmnidexError;
