import { configDefaults, defineConfig } from "vitest/config";
import { ALWAYS_PGLITE, CITUS, DEEP, THOROUGH } from "./test/suites.ts";
import everything from "./vitest.config.ts";

/** `npm run test:thorough`. */
export default defineConfig({
  ...everything,
  test: {
    ...everything.test,
    include: [...THOROUGH],
    exclude: [...configDefaults.exclude, ...DEEP, ...CITUS, ...ALWAYS_PGLITE],
  },
});
