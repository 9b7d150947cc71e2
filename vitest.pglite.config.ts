import { defineConfig } from "vitest/config";
import { PGLITE } from "./test/suites.ts";
import everything from "./vitest.config.ts";

// The global set-up then starts no PostgreSQL.
process.env.OMNIDEX_TEST_ENGINE = "pglite";

/** `npm run test:pglite`. */
export default defineConfig({ ...everything, test: { ...everything.test, include: [...PGLITE] } });
