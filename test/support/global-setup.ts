/** Runs once before all test files. */
export async function setup(): Promise<void> {}
