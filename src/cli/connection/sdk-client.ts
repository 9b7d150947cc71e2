import { Omnidex } from "../../sdk/index.ts";
import type { Benchmark } from "../../sdk/types.ts";
import { namesHint, UsageError } from "../output/usage-error.ts";
import { findConnection, type ServerConnection } from "./server-connection.ts";

/** A client with the connection that it was made from. */
interface ConnectedClient {
  readonly omnidex: Omnidex;
  readonly connection: ServerConnection;
}

/** Makes the client of a command without sending anything. Import this module only when a command runs. */
export async function connect(environment: NodeJS.ProcessEnv = process.env): Promise<ConnectedClient> {
  const connection = await findConnection(environment);
  return { connection, omnidex: new Omnidex({ url: connection.url, apiKey: connection.apiKey }) };
}

/** The benchmark with a slug. @throws {UsageError} if no benchmark has it */
export function requireBenchmark(benchmarks: readonly Benchmark[], slug: string): Benchmark {
  const found = benchmarks.find((benchmark) => benchmark.slug === slug);
  if (found !== undefined) return found;
  const slugs = benchmarks.map((benchmark) => benchmark.slug);
  throw new UsageError(`There is no benchmark '${slug}'.`, namesHint(slug, slugs, "benchmarks"));
}

/** Checks that a benchmark has questions. @throws {UsageError} if it is unknown, or known but not imported */
export function requireQuestions(benchmarks: readonly Benchmark[], slug: string): void {
  if (requireBenchmark(benchmarks, slug).questionCount === 0) throw new UsageError(...emptyText(slug));
}

/** A message about a benchmark without questions, and what to do about it. */
export const emptyText = (slug: string): readonly [message: string, hint: string] => [
  `${slug} has no questions yet.`,
  `Get them with 'omnidex pull ${slug}', or with 'omnidex import ${slug} <file>' if you have its files.`,
];
