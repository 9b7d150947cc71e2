import postgres from "postgres";

/** The addresses of the nodes of the Citus cluster that tests run on, the coordinator's first; empty without a cluster. */
export const citusNodes = (): readonly string[] => (process.env.TEST_CITUS_NODES ?? "").split(" ").filter(Boolean);

/**
 * Copies a frozen database on each node, including Citus's own tables, so that the copy is distributed over the same
 * nodes. Creating and distributing a new database would take ten times as long.
 */
export const copyDatabase = (nodes: readonly string[], name: string, template: string): Promise<void> =>
  onEach(nodes, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);

/**
 * Drops a database on each node. Ends all sessions of the database first, including those of Citus's own daemons, because
 * `with (force)` gives up if a session has not ended within five seconds.
 */
export const dropDatabase = (nodes: readonly string[], name: string): Promise<void> =>
  onEach(nodes, async (sql) => {
    await freeze(sql, name);
    await sql`drop database ${sql(name)} with (force)`;
  });

/** Blocks all connections to a database, including those of Citus's own daemons, so that it can be copied. */
export const freezeDatabase = (nodes: readonly string[], name: string): Promise<void> =>
  onEach(nodes, (sql) => freeze(sql, name));

async function freeze(sql: postgres.Sql, name: string): Promise<void> {
  await sql`set citus.enable_ddl_propagation to off`;
  await sql`alter database ${sql(name)} with allow_connections false`;
  for (;;) {
    const left = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    if (left.length === 0) return;
  }
}

async function onEach(nodes: readonly string[], work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const ended = await Promise.allSettled(
    nodes.map(async (node) => {
      const sql = postgres(node, { max: 1, onnotice: () => {} });
      try {
        await work(sql);
      } finally {
        await sql.end();
      }
    }),
  );
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}
