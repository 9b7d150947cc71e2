import { prepareData } from "../data/prepare-data.ts";
import { randomShapes, SHAPES } from "../queries/shapes/random-shapes.ts";
import type { Section } from "../report.ts";
import { compareAnswers } from "../support/answers.ts";
import { type BenchContext, environmentOf, withServers } from "../support/bench-context.ts";
import { measureAll } from "../support/measure.ts";
import { shapesSection } from "./shapes-section.ts";

/** The set `shapes`: measures the floor and Omnidex over random documents. */
export async function measureShapes(context: BenchContext): Promise<Section> {
  const { options, postgres, say } = context;
  await prepareData(postgres.url, options.size);
  const shapes = randomShapes(SHAPES, options.size);
  return withServers(context, ["floor", "omnidex"], environmentOf(context), async (servers) => {
    say(`${await compareAnswers(servers, shapes)} answers are equal`);
    const { rounds, connections } = options;
    // There are many shapes, so each is measured for a shorter time.
    const seconds = options.smoke ? 0.1 : options.seconds / 4;
    const load = { rounds, seconds, connections, warmUp: seconds / 4 };
    const measured = await measureAll(servers, shapes, { ...load, postmaster: postgres.postmaster, progress: say });
    return shapesSection(shapes, measured, "omnidex");
  });
}
