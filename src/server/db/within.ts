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
