import type { BenchQuery, Variables } from "../queries/five-queries.ts";
import type { ServerCommand } from "../support/server-process.ts";

/** The path and the body of one request. */
export interface ServerRequest {
  readonly path: string;
  readonly body: string;
}

/** A server that is measured. */
export interface BenchServer {
  readonly name: string;
  readonly about: string;
  readonly command: ServerCommand;
  /** The queries to send to it; all by default. */
  readonly only?: readonly string[];
  readonly request: (query: BenchQuery, variables: Variables) => ServerRequest;
  /** Converts an answer to the shape of Omnidex's answers. */
  readonly normalise?: (query: BenchQuery, answer: unknown) => unknown;
}
