import type { ServerResponse } from "node:http";
import type { ApolloServer } from "@apollo/server";
import type { GraphQLSchema } from "graphql";
import type { Viewer } from "../../domain/viewer.ts";
import type { FailedAttempts } from "../access/failed-attempts.ts";
import type { KeyUses } from "../access/key-uses.ts";
import type { SignIn } from "../access/sign-in.ts";
import type { SignInCodes } from "../access/sign-in-codes.ts";
import type { Viewers } from "../access/viewers.ts";
import type { Database } from "../db/database.ts";
import type { ErrorLog } from "../graphql/error-format.ts";
import type { PersistedQueries } from "../graphql/persisted-queries.ts";
import type { ReplyTexts } from "../graphql/replies/reply-texts.ts";
import type { RequestContext, ServerRuns } from "../graphql/resolvers/resolver.ts";
import type { ExportRoom } from "../limits/export-room.ts";
import type { Admission } from "../limits/request-admission.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { RequestRecord } from "../telemetry/request-record.ts";
import type { SpooledExports } from "./exports/spooled-exports.ts";
import type { RequestLimits } from "./limits/request-limits.ts";
import type { ReplyCache } from "./reply-cache.ts";

/** Whether a server is draining. `/health/ready` then fails, so that load balancers send requests to other servers. */
export class Shutdown {
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  /** @returns whether this call started the draining */
  begin(): boolean {
    const first = !this.#begun;
    this.#begun = true;
    return first;
  }
}

/** The values that the middleware provides to the handlers. */
export interface AppEnvironment {
  /**
   * Node's request and response; absent if a program calls the app without a socket. `within` is the record of the request
   * as a part of which the app sends this one to itself.
   */
  Bindings: { incoming?: object; outgoing?: ServerResponse; within?: RequestRecord };
  /** `admission` is absent if the server has no limits. `body` is the body of a POST request to `/graphql`. */
  Variables: {
    record: RequestRecord;
    requestId: string;
    viewer: Viewer;
    admission?: Admission;
    body?: Uint8Array<ArrayBuffer>;
  };
}

export interface AppServices {
  readonly database: Database;
  readonly schema: GraphQLSchema;
  readonly graphql: ApolloServer<RequestContext>;
  readonly replies: ReplyTexts;
  readonly persisted: PersistedQueries;
  /** The cache of public responses; null if it is disabled. */
  readonly cache: ReplyCache | null;
  readonly runs: ServerRuns;
  readonly memory: ServerMemory;
  readonly viewers: Viewers;
  /** Sign-in at an OpenID Connect provider; null if no provider is configured. */
  readonly signIn: SignIn | null;
  /** Codes for the administrator's sign-in; null if the server can be reached from other machines, or has no key. */
  readonly signInCodes: SignInCodes | null;
  readonly keyUses: KeyUses;
  /** Records failed administrative attempts in the audit log. */
  readonly failedAttempts: FailedAttempts;
  /** The limits of callers; null for no limits. */
  readonly limits: RequestLimits | null;
  readonly corsOrigins: readonly string[];
  readonly version: string;
  readonly shutdown: Shutdown;
  readonly metrics: Metrics;
  readonly log: ErrorLog;
  /** Exports on disk, for clients that request byte ranges. */
  readonly spooled: SpooledExports;
  /** The memory that exports share. */
  readonly exportRoom: ExportRoom;
}
