/** The long form of the tests in `test/server/reliability`, on a PostgreSQL of its own: `npm run test:reliability`. */
process.env.OMNIDEX_TERMINATIONS ??= "1000";
process.argv.splice(2, 0, "vitest", "run", "test/server/reliability");
await import("./with-postgres.ts");
