import type { Omnidex } from "../../sdk/index.ts";
import type { RunFilter } from "../../sdk/types.ts";
import { namesHint } from "../nearest-name.ts";
import { UsageError } from "../usage-error.ts";
import { type RunOptions, runFilter } from "./run-options.ts";

/**
 * The filter of a command's options, after checking that its models and organizations exist: a misspelt one would match
 * nothing.
 * @throws {UsageError} that names the nearest match and the existing values
 */
export async function resolveRunFilter(omnidex: Omnidex, options: RunOptions): Promise<RunFilter> {
  const { model = [], organization = [] } = options;
  if (model.length > 0 || organization.length > 0) {
    const models = await omnidex.models().toArray();
    const slugs = models.map(({ slug }) => slug);
    const makers = [...new Set(models.flatMap((each) => each.organization ?? []))];
    requireNames(model, slugs, "model");
    requireNames(organization, makers, "organization");
  }
  return runFilter(options);
}

function requireNames(asked: readonly string[], names: readonly string[], noun: string): void {
  const wrong = asked.find((name) => !names.includes(name));
  if (wrong !== undefined) throw new UsageError(`There is no ${noun} '${wrong}'.`, namesHint(wrong, names, `${noun}s`));
}
