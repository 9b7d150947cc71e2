/**
 * Returns the results of statements that were sent together in one transaction. Waits for all of them even if one
 * fails, because a statement that ran after the end of the transaction would run outside of it.
 * @throws the first error in their order: in PostgreSQL, the other errors follow from it
 */
export async function allDone<T extends readonly unknown[]>(
  statements: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled(statements);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return settled.map((one) => (one.status === "fulfilled" ? one.value : undefined)) as unknown as T;
}
