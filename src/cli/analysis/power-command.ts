import { Command, InvalidArgumentError } from "commander";
import { formatOption } from "../output/format-option.ts";
import { addRunOptions } from "../slice/run-options.ts";
import { addSliceOptions } from "../slice/slice-options.ts";
import type { PowerOptions } from "./power.ts";

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
        .addHelpText("after", EXAMPLES),
      { benchmark: false },
    ),
  ).action(async (benchmark: string, options: PowerOptions) => {
    const { power } = await import("./power.ts");
    await power(benchmark, options);
  });

const EXAMPLES = `
DETECTABLE is the smallest difference that all questions of the slice can detect. Questions about one video give less information
than the same number about different videos, so more of them are needed.

Examples:
  $ omnidex power worldsense --difference 2
  $ omnidex power worldsense --difference 5 --power 0.9 --level reasoning`;
