/** Lets the event loop turn some times, so that work which does not wait for anything outside is done in between. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
