import { sql } from "drizzle-orm";
import type { Queryable } from "../db/database.ts";
import { jsonParameter } from "../db/statement.ts";
import { repeatableCalls } from "../db/tables/access-tables.ts";
import { first, list, pick, type RowOf, typed } from "../db/typed-sql.ts";

/** The identity of a call: an idempotency key belongs to the owner that sent it, and to one mutation. */
export interface CallName {
  readonly owner: string;
  readonly mutation: string;
  readonly idempotencyKey: string;
}

const callColumns = pick(repeatableCalls, "inputHash", "answer");
export type StoredCall = RowOf<typeof callColumns>;

const isCall = ({ owner, mutation, idempotencyKey }: CallName) => sql`${repeatableCalls.owner} = ${owner}::text
  and ${repeatableCalls.mutation} = ${mutation}::text and ${repeatableCalls.idempotencyKey} = ${idempotencyKey}::text`;

/**
 * Claims an idempotency key until the transaction ends. Waits for another transaction that has claimed it. Returns
 * false if an earlier call has already used it.
 */
export async function claimCall(tx: Queryable, name: CallName, inputHash: string): Promise<boolean> {
  const rows = await tx.query(typed`
    insert into ${repeatableCalls} (owner, mutation, idempotency_key, input_hash, answer)
    values (${name.owner}::text, ${name.mutation}::text, ${name.idempotencyKey}::text, ${inputHash}::text, '{}'::jsonb)
    on conflict do nothing returning ${list(pick(repeatableCalls, "mutation"))}`);
  return rows.length > 0;
}

/** Stores what a claimed call returns. */
export const storeAnswer = (tx: Queryable, name: CallName, answer: StoredCall["answer"]): Promise<unknown> =>
  tx.query(sql`update ${repeatableCalls} set answer = ${jsonParameter(answer)} where ${isCall(name)}`);

export const fetchCall = (tx: Queryable, name: CallName): Promise<StoredCall | undefined> =>
  first(tx.query(typed`select ${list(callColumns)} from ${repeatableCalls} where ${isCall(name)}`));
