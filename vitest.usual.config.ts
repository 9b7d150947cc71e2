import { configDefaults, defineConfig } from "vitest/config";
import { ALWAYS_PGLITE, CITUS, DEEP, THOROUGH } from "./test/suites.ts";
import everything from "./vitest.config.ts";

/** `npm test`. */
export default defineConfig({
  ...everything,
  test: { ...everything.test, exclude: [...configDefaults.exclude, ...THOROUGH, ...DEEP, ...CITUS, ...ALWAYS_PGLITE] },
});
