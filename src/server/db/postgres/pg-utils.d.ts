/** The driver's conversion of values, which its own queries use. `@types/pg` does not describe it. */
declare module "pg/lib/utils.js" {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export = utils;
}
