import type { BenchQuery, Variables } from "../queries/five-queries.ts";
import type { ServerCommand } from "../support/server-process.ts";

/** What one request sends. */
export interface ServerRequest {
  readonly path: string;
  readonly body: string;
}

/** A server that is measured. */
export interface BenchServer {
  readonly name: string;
  readonly about: string;
  readonly command: ServerCommand;
  /** The queries that it is asked; all where it is not given. */
  readonly only?: readonly string[];
  readonly request: (query: BenchQuery, variables: Variables) => ServerRequest;
  /** Brings an answer to the shape of Omnidex's. */
  readonly normalise?: (query: BenchQuery, answer: unknown) => unknown;
}
