import { createHash } from "node:crypto";
import stringify from "safe-stable-stringify";
import { checkText, OmnidexError } from "../../domain/errors.ts";
import type { Queryable } from "../db/database.ts";
import { type CallName, claimCall, fetchCall, type StoredCall, storeAnswer } from "./repeatable-call-queries.ts";

/** The stored part of an answer: the ids and counts from which the answer can be made again. */
export type CallAnswer = StoredCall["answer"];

/** A call of a mutation. Without an idempotency key it is not repeatable. */
export interface RepeatableCall {
  readonly owner: string;
  readonly mutation: string;
  readonly input: { readonly idempotencyKey?: string | null | undefined };
}

/** @throws `BAD_USER_INPUT` for an idempotency key that is empty or too long */
export const checkIdempotencyKey = ({ idempotencyKey }: RepeatableCall["input"]): void =>
  checkText("idempotencyKey", idempotencyKey, 1, 200);

/**
 * Does work in a transaction, once for each idempotency key. A repeated call does nothing; it waits for a call in
 * progress.
 * @param answerOf selects the part of the result to store
 * @returns the result, or the stored part of the earlier call's result
 * @throws `CONFLICT` if an earlier call with the key had another input
 */
export async function onceByKey<T>(
  tx: Queryable,
  { owner, mutation, input }: RepeatableCall,
  work: () => Promise<T>,
  answerOf: (result: T) => CallAnswer,
): Promise<{ readonly done: T } | { readonly earlier: CallAnswer }> {
  const { idempotencyKey, ...content } = input;
  if (idempotencyKey == null) return { done: await work() };
  const name: CallName = { owner, mutation, idempotencyKey };
  const inputHash = hashValue(content);
  if (await claimCall(tx, name, inputHash)) {
    const done = await work();
    await storeAnswer(tx, name, answerOf(done));
    return { done };
  }
  const call = await fetchCall(tx, name);
  if (call === undefined) throw new Error("the call that has the idempotency key is not stored");
  if (call.inputHash !== inputHash) throw usedKey(idempotencyKey, `a call of ${mutation}`);
  return { earlier: call.answer };
}

/**
 * The error for an idempotency key that an earlier call used with another input.
 * @param what the object that the earlier call made, as the message names it: `a run`
 */
export const usedKey = (idempotencyKey: string, what: string): OmnidexError =>
  new OmnidexError(
    "CONFLICT",
    `The idempotency key '${idempotencyKey}' was already used for ${what} with a different input. Choose another key, or send the same input.`,
  );

/** SHA-256 of any JSON value, in hexadecimal. Absent fields count as null. */
const hashValue = (value: object): string => createHash("sha256").update(canonical(value)).digest("hex");

/** The text of a JSON value that is neither null nor undefined, with the members of each object sorted by name. */
const canonical = (value: unknown): string => stringify(value, (_key, member: unknown) => member ?? undefined) ?? "";
