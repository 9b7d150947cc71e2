import {
  type CallName,
  claimCall,
  fetchCall,
  type StoredCall,
  storeAnswer,
} from "../../data/repeatable-call-queries.ts";
import type { Queryable } from "../../db/database.ts";
import { hashValue } from "../submission/input-hash.ts";
import { checkText, usedKey } from "../submission/submission-input.ts";

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
