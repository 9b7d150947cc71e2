import { configDefaults, defineConfig } from "vitest/config";
import everything from "./vitest.config.ts";

/** What of the server's tests says nothing on Citus: replicas and partitions of one PostgreSQL, and programs of their own. */
export const NOT_ON_CITUS = [
  "test/server/scaling/{read-replicas,replica-config,run-id}.test.ts",
  "test/server/db/data-folder-lock.test.ts",
  "test/server/**/docs.test.ts",
];

/** `npm run test:citus`. */
export default defineConfig({
  ...everything,
  test: { ...everything.test, include: ["test/server/**/*.test.ts"], exclude: [...configDefaults.exclude, ...NOT_ON_CITUS] },
});
