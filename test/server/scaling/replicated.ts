import postgres from "postgres";
import { startTemporaryPostgres } from "../../../scripts/temporary-postgres.ts";
import { startTemporaryReplica, type TemporaryReplica } from "../../../scripts/temporary-replica.ts";
import { readConfig } from "../../../src/server/config/config.ts";
import { openDatabase, type RunningServer, serve } from "../../../src/server/main.ts";
import { Telemetry } from "../../../src/server/telemetry/telemetry.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";

/** A primary with a streaming replica, and a connection to each. */
export interface Replicated {
  readonly url: string;
  readonly primary: postgres.Sql;
  readonly replica: postgres.Sql;
  readonly standby: TemporaryReplica;
  stop(): Promise<void>;
}

export async function startReplicated(): Promise<Replicated> {
  const server = await startTemporaryPostgres();
  try {
    const standby = await startTemporaryReplica(server);
    const [primary, replica] = [server.url, standby.url].map((url) => postgres(url, { max: 1, onnotice: () => {} }));
    if (primary === undefined || replica === undefined) throw new Error("a connection is missing");
    const stop = async (): Promise<void> => {
      await Promise.all([primary.end({ timeout: 1 }), replica.end({ timeout: 1 })]);
      await standby.stop();
      await server.stop();
    };
    return { url: server.url, primary, replica, standby, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Ask = <T>(query: string, variables?: object) => Promise<T>;

/** A server with a socket over a primary and its replica. */
export interface ReplicatedServer extends RunningServer {
  /** Sends a request with the administrator's key. `anonymous` sends it without a key. */
  readonly keyed: Ask;
  readonly anonymous: Ask;
}

/** @param reported receives the log lines about replicas */
export async function startOver(
  url: string,
  replicas: readonly string[],
  reported: string[],
): Promise<ReplicatedServer> {
  const environment = { DATABASE_URL: url, DATABASE_REPLICA_URLS: replicas.join(), OMNIDEX_ADMIN_KEY: ADMIN_KEY };
  const config = readConfig({ ...environment, PORT: "0" });
  const telemetry = await Telemetry.open(config.telemetry, () => {});
  const opened = await openDatabase(config.database, (line) => reported.push(line));
  const server = await serve(config, opened, telemetry);
  const ask =
    (headers: Readonly<Record<string, string>>): Ask =>
    async (query, variables = {}) => {
      const body = JSON.stringify({ query, variables });
      const options = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
      const { data, errors } = await (await fetch(`${server.url}/graphql`, options)).json();
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    };
  return { ...server, keyed: ask({ authorization: `Bearer ${ADMIN_KEY}` }), anonymous: ask({}) };
}
