import { Command, InvalidArgumentError, type Option } from "commander";
import { DIMENSIONS, type Dimension } from "../../domain/vocabulary.ts";
import { enumListOption } from "../output/enum-option.ts";
import { collectEnum, optionSpelling } from "../output/enum-values.ts";
import { formatOption } from "../output/format-option.ts";
import { jsonListOption } from "../output/json-option.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { FacetsOptions } from "./print-facets.ts";

/** The `--by` option. It takes one or more dimensions, each once. */
export function dimensionOption(description: string): Option {
  const option = enumListOption("--by <dimension>", description, DIMENSIONS);
  return option.argParser((text: string, before: readonly Dimension[] | undefined) => {
    const dimensions = collectEnum(DIMENSIONS)(text, before);
    const twice = dimensions.find((dimension, index) => dimensions.indexOf(dimension) !== index);
    if (twice !== undefined) throw new InvalidArgumentError(`It names ${optionSpelling(twice)} twice.`);
    return dimensions;
  });
}

export const facetsCommand = (): Command =>
  addSliceOptions(
    new Command("facets")
      .description("count the questions and videos of a slice by one or more dimensions")
      .addOption(dimensionOption("the dimensions to count by, separated by commas").makeOptionMandatory())
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", EXAMPLES),
  ).action(async (options: FacetsOptions) => {
    const { facets } = await import("./print-facets.ts");
    await facets(options);
  });

const EXAMPLES = `
Examples:
  $ omnidex facets --by benchmark
  $ omnidex facets --by level,audio-type -b worldsense --min-duration 5m`;
