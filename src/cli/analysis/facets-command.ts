import { Command, type Option } from "commander";
import { DIMENSIONS } from "../../domain/vocabulary.ts";
import { formatOption } from "../output/format-option.ts";
import { enumListOption } from "../slice/enum-option.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { FacetsOptions } from "./facets.ts";

/** The `--by` option. It takes one or more dimensions. */
export const dimensionOption = (description: string): Option =>
  enumListOption("--by <dimension>", description, DIMENSIONS);

export const facetsCommand = (): Command =>
  addSliceOptions(
    new Command("facets")
      .description("count the questions and videos of a slice by one or more dimensions")
      .addOption(dimensionOption("the dimensions to count by, separated by commas").makeOptionMandatory())
      .option("--json", "print it as JSON")
      .addOption(formatOption())
      .addHelpText("after", EXAMPLES),
  ).action(async (options: FacetsOptions) => {
    const { facets } = await import("./facets.ts");
    await facets(options);
  });

const EXAMPLES = `
Examples:
  $ omnidex facets --by benchmark
  $ omnidex facets --by level,audio-type -b worldsense --min-duration 5m`;
