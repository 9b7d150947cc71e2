import { Command, InvalidArgumentError, type Option } from "commander";
import { DIMENSIONS, type Dimension } from "../../domain/vocabulary.ts";
import { type FormatOptions, formatOption, jsonListOption } from "../output/format-option.ts";
import { collectEnum, enumListOption, optionSpelling, wholeNumber } from "../output/option-values.ts";
import { addRunOptions, RUN_ARGUMENT } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { AuditOptions } from "./audit.ts";
import type { BreakdownOptions } from "./breakdown.ts";
import type { CompareOptions } from "./compare.ts";
import type { LevelsOptions, PowerOptions } from "./levels.ts";
import type { ErrorsOptions } from "./print-errors.ts";
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
      .addHelpText("after", FACETS_EXAMPLES),
  ).action(async (options: FacetsOptions) => {
    const { facets } = await import("./print-facets.ts");
    await facets(options);
  });

const FACETS_EXAMPLES = `
Examples:
  $ omnidex facets --by benchmark
  $ omnidex facets --by level,audio-type -b worldsense --min-duration 5m`;

export const breakdownCommand = (): Command =>
  addSliceOptions(
    new Command("breakdown")
      .description("a run's score for each value of a dimension, within a slice")
      .argument("<run>", RUN_ARGUMENT)
      .addOption(dimensionOption("one dimension, or two separated by a comma").makeOptionMandatory())
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", BREAKDOWN_EXAMPLES),
    { benchmark: false },
  ).action(async (run: string, options: BreakdownOptions) => {
    const { breakdown } = await import("./breakdown.ts");
    await breakdown(run, options);
  });

const BREAKDOWN_EXAMPLES = `
Bars show the 95 % interval from 0 to 100, ● the score and | the chance of a random answer.

Examples:
  $ omnidex breakdown run_3 --by level
  $ omnidex breakdown latest --by level,audio-type --min-duration 5m`;

export const compareCommand = (): Command =>
  addSliceOptions(
    new Command("compare")
      .description("compare two runs over one release, question by question")
      .argument("<a>", RUN_ARGUMENT)
      .argument("<b>", "the other run")
      .addOption(dimensionOption("also compare for each value of one dimension, or of two separated by a comma"))
      .option("--json", "print it as JSON")
      .addOption(formatOption())
      .addHelpText("after", COMPARE_EXAMPLES),
    { benchmark: false },
  ).action(async (a: string, b: string, options: CompareOptions) => {
    const { compare } = await import("./compare.ts");
    await compare(a, b, options);
  });

const COMPARE_EXAMPLES = `
Positive differences favour <a>. Intervals and p-values of cells are corrected together (Bonferroni).

Examples:
  $ omnidex compare run_3 run_2
  $ omnidex compare my-model my-other-model --by level --audio music`;

export const levelsCommand = (): Command =>
  new Command("levels")
    .description("AVI-Bench's stages, overall score and levels of a run, beside those of its paper")
    .argument("<run>", RUN_ARGUMENT)
    .option("--no-published", "without the models of the paper")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", LEVELS_EXAMPLES)
    .action(async (run: string, options: LevelsOptions) => {
      const { levels } = await import("./levels.ts");
      await levels(run, options);
    });

const LEVELS_EXAMPLES = `
The scores of the tasks: omnidex breakdown <run> --by task; beside the paper's: omnidex table avi-bench --by task.

Examples:
  $ omnidex levels run_3
  $ omnidex levels latest --no-published --json`;

/** The smallest accepted difference, in points. A smaller number, such as 0.05, is probably meant as a share of 1. */
const LEAST_POINTS = 0.1;

/** Parses points: "2" or "0.5". */
function points(text: string): number {
  const value = Number(text);
  if (value > 0 && value < LEAST_POINTS)
    throw new InvalidArgumentError(
      `The unit is percentage points, from ${LEAST_POINTS} on; ${text} of the score is ${+(100 * value).toPrecision(3)} points.`,
    );
  if (text.trim() === "" || !(value > 0 && value <= 100))
    throw new InvalidArgumentError("Give points above 0, at most 100.");
  return value;
}

/** Parses a probability between 0 and 1. */
function probability(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < 1)) throw new InvalidArgumentError("Give a number between 0 and 1.");
  return value;
}

export const powerCommand = (): Command =>
  addRunOptions(
    addSliceOptions(
      new Command("power")
        .description("compute how many questions and videos are needed to distinguish two models")
        .argument("<benchmark>", "its slug")
        .option("-d, --difference <points>", "the difference of their scores in points", points, 2)
        .option("--power <probability>", "the probability of finding it", probability, 0.8)
        .option("--significance <level>", "the two-sided level of the test", probability, 0.05)
        .option("--json", "print it as JSON")
        .addOption(formatOption())
        .addHelpText("after", POWER_EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: PowerOptions) => {
    const { power } = await import("./levels.ts");
    await power(benchmark, options);
  });

const POWER_EXAMPLES = `
DETECTABLE is the smallest difference that all questions of the slice can detect. Questions about one video give less information
than the same number about different videos, so more of them are needed.

Examples:
  $ omnidex power worldsense --difference 2
  $ omnidex power worldsense --difference 5 --power 0.9 --level reasoning`;

export const errorsCommand = (): Command =>
  addSliceOptions(
    new Command("errors")
      .description("how many of a run's predictions have each error type, within a slice")
      .argument("<run>", RUN_ARGUMENT)
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", ERRORS_EXAMPLES),
    { benchmark: false },
  ).action(async (run: string, options: ErrorsOptions) => {
    const { errors } = await import("./print-errors.ts");
    await errors(run, options);
  });

export const errorTypesCommand = (): Command =>
  new Command("error-types")
    .description("list the error types that the benchmarks' papers define, even before an import")
    .argument("[benchmark]", "list only those of this benchmark")
    .addOption(jsonListOption())
    .addOption(formatOption())
    .addHelpText("after", TYPES_EXAMPLES)
    .action(async (benchmark: string | undefined, options: FormatOptions & { readonly json?: boolean }) => {
      const { errorTypes } = await import("./print-errors.ts");
      await errorTypes(benchmark, options);
    });

const ERRORS_EXAMPLES = `
'omnidex label-errors' stores the error types. A prediction may have several.

Examples:
  $ omnidex errors run_3
  $ omnidex errors latest --level reasoning --audio speech`;

const TYPES_EXAMPLES = `
Predictions of a benchmark that is not listed may have any slugs as error types.

Examples:
  $ omnidex error-types
  $ omnidex error-types mmworld --json`;

export const auditCommand = (): Command =>
  addSliceOptions(
    new Command("audit")
      .description("show how another harness would read a run's outputs")
      .argument("<run>", RUN_ARGUMENT)
      .option("--extractor <name>", "the extractor to compare with (default: a line for each)")
      .option("-L, --limit <number>", "at most this many outputs that are read differently", wholeNumber(1), 10)
      .addOption(jsonListOption())
      .addOption(formatOption())
      .addHelpText("after", AUDIT_EXAMPLES),
    { benchmark: false },
  ).action(async (run: string, options: AuditOptions) => {
    const { audit } = await import("./audit.ts");
    await audit(run, options);
  });

const AUDIT_EXAMPLES = `
Examples:
  $ omnidex audit run_3
  $ omnidex audit run_3 --extractor lmms-eval-worldsense --level reasoning`;
