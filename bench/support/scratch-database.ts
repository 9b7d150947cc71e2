import { randomBytes } from "node:crypto";
import postgres from "postgres";

/** Runs work with one connection to a database. */
export async function withConnection<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Runs work with a database of its own on the same server, which is dropped afterwards. */
export function withScratchDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `bench_${randomBytes(6).toString("hex")}`;
  return withConnection(serverUrl, async (sql) => {
    await sql`create database ${sql(name)}`;
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    try {
      return await work(url.href);
    } finally {
      await sql`drop database ${sql(name)} with (force)`;
    }
  });
}
