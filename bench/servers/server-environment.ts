/** How many connections to PostgreSQL every server has: as many as Omnidex. */
export const POOL = 10;

export function databaseUrl(): string {
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL is not set.");
  return url;
}

/** The line that the bench waits for. */
export const sayListening = (port: number): void => console.log(`serves http://127.0.0.1:${port}`);
