import { configDefaults, defineConfig } from "vitest/config";
import { CITUS, DEEP, THOROUGH } from "./test/suites.ts";
import everything from "./vitest.config.ts";

/** `npm test`. */
export default defineConfig({
  ...everything,
  test: { ...everything.test, exclude: [...configDefaults.exclude, ...THOROUGH, ...DEEP, ...CITUS] },
});
