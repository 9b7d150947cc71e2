import { defineConfig } from "vitest/config";
import { CITUS_SHORT } from "./test/suites.ts";
import everything from "./vitest.config.ts";

/** `npm run test:citus:short`, which CI runs. */
export default defineConfig({ ...everything, test: { ...everything.test, include: [...CITUS_SHORT] } });
