import { randomBytes } from "node:crypto";
import postgres from "postgres";

/** Runs work with a database of its own on the same server, which is dropped afterwards. */
export async function withScratchDatabase<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `bench_${randomBytes(6).toString("hex")}`;
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`create database ${sql(name)}`;
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    try {
      return await work(url.href);
    } finally {
      await sql`drop database ${sql(name)} with (force)`;
    }
  } finally {
    await sql.end();
  }
}
