/**
 * Returns the results of statements that were sent together in one transaction. If one statement fails, the others are
 * still awaited: a statement that ran after the end of the transaction would run outside of it.
 * @throws the error of the first statement that failed, in the order of the list; PostgreSQL's later errors only follow
 * from it
 */
export async function allDone<T extends readonly unknown[]>(
  statements: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled(statements);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return settled.map((one) => (one.status === "fulfilled" ? one.value : undefined)) as unknown as T;
}

/**
 * The result of the work.
 * @throws if the work takes longer than `patience`, in milliseconds. The work then continues, and its result is
 *   ignored.
 */
export async function within<T>(patience: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it has not answered for ${patience} ms`)), patience).unref();
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
