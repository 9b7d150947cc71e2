/** The most lines of a log that are kept with a failure. */
const MOST_LINES = 5;

const logs = new Set<readonly unknown[]>();

/** Keeps the last lines of a server's log with each test that fails before `forgetLog`. */
export const rememberLog = (log: readonly unknown[]): void => void logs.add(log);

export const forgetLog = (log: readonly unknown[]): void => void logs.delete(log);

/** The last lines of the logs of all servers that run now. */
export const lastLogLines = (): string[] =>
  [...logs]
    .flatMap((log) => log.slice(-MOST_LINES))
    .map((line) => (line instanceof Error ? (line.stack ?? "") : String(line)));
