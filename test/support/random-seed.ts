import fc from "fast-check";

/**
 * The seed of all properties. `.ci/run` derives it from the files of the commit: other files get other cases, and the
 * same files get the same result. Without it, each run has its own cases, and a failure names their seed.
 */
const seed = process.env.OMNIDEX_TEST_SEED;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
