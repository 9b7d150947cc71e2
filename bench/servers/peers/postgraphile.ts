/** PostGraphile 5 over the same database. It needs Node 22. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { databaseUrl, POOL, sayListening } from "../server-environment.ts";

const service = makePgService({
  connectionString: databaseUrl(),
  schemas: ["public", "bench_api"],
  poolConfig: { max: POOL },
});
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [service],
  grafserv: { graphqlPath: "/graphql", graphiql: false, watch: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, "127.0.0.1", () => sayListening((server.address() as AddressInfo).port));
