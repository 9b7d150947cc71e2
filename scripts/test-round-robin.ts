/** The long form of the test of three servers behind a proxy, on a temporary PostgreSQL server: `npm run test:round-robin`. */
process.env.OMNIDEX_ROUND_ROBIN_RUNS ??= "150";
process.argv.splice(2, 0, "vitest", "run", "test/server/scaling/round-robin.test.ts");
await import("./with-postgres.ts");
