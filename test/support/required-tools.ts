/**
 * Whether tests of a program that may not be installed are skipped. In CI, which installs it, they never are.
 *
 * @throws if the program is missing and `OMNIDEX_REQUIRE_TOOLS` is set, as in `.ci/run`
 */
export function skipsWithout(program: string, isInstalled: boolean): boolean {
  if (isInstalled) return false;
  if (process.env.OMNIDEX_REQUIRE_TOOLS)
    throw new Error(`${program} is not installed, and OMNIDEX_REQUIRE_TOOLS is set`);
  return true;
}
