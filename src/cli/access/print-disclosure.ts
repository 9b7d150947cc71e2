import { counted, plainText } from "../../domain/texts.ts";
import type { Dimension, Disclosure } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { UsageError } from "../output/usage-error.ts";
import { resolveRun } from "../runs/run-reference.ts";

export interface DiscloseOptions {
  readonly by?: readonly Dimension[];
  readonly private?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Prints what the shown scores of a benchmark tell about its hidden answers. */
export async function showDisclosure(benchmark: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const found = await omnidex.disclosure(benchmark);
  if (json) return printJson(found);
  if (found === null) return remark(plainText(`'${benchmark}' shows its answers.`));
  await printDisclosure(found);
}

async function printDisclosure({
  runs,
  questions,
  bits,
  partBits,
  points,
  mostPoints,
  elsewhere,
}: Disclosure): Promise<void> {
  await printLine(
    `The scores of ${counted(runs, "run")} over ${counted(questions, "question")} tell at most ${bits.toFixed(1)} bits of the answer key. On average over all keys, nobody gains more than ${points.toFixed(1)} points over chance with so many bits.`,
  );
  if (partBits > 0)
    await printLine(`${partBits.toFixed(1)} of these bits are of scores by dimensions (challenge disclose).`);
  if (mostPoints != null)
    await printLine(
      `Once the quota of all owners together is used up, that is at most ${mostPoints.toFixed(1)} points, whatever the scores are.`,
    );
  for (const { benchmark: other, questions: shared, answersVisible } of elsewhere) {
    const what = `${counted(shared, "question")} of the release ${shared === 1 ? "is" : "are"} also in '${other}'`;
    await printLine(plainText(`${what}, which ${answersVisible ? "shows" : "hides"} its answers.`));
  }
}

/**
 * Shows a run's scores by dimensions, or scores over slices of the private part, and prints what they tell. Without `--yes`, changes
 * nothing.
 * @throws {UsageError} for neither a run nor `--private`, for both, and for a run without dimensions
 */
export async function discloseScores(
  benchmark: string,
  reference: string | undefined,
  { by, private: isPrivate = false, yes = false, json = false }: DiscloseOptions,
): Promise<void> {
  if ((reference === undefined) !== isPrivate)
    throw new UsageError(
      "Scores of one run or of the private part can be shown.",
      "Give a run and --by, or --private, as in 'omnidex challenge disclose kitchen-sounds run_3 --by level'.",
    );
  if (isPrivate === (by !== undefined))
    throw new UsageError(
      isPrivate ? "--by is for a run." : "The dimensions of the run's scores are missing.",
      isPrivate
        ? "Leave --by out: with --private, scores over every slice are shown."
        : "Add --by, as in '--by level'.",
    );
  const { omnidex } = await connect();
  const run = reference === undefined ? null : (await resolveRun(omnidex, reference, { benchmarks: [benchmark] })).id;
  const told = await omnidex.discloseScores({ benchmark, run, by: by ?? null, dryRun: !yes });
  if (json) return printJson(told);
  const { scores, bits, disclosure } = told;
  if (scores === null || bits === null)
    await printLine(
      `Scores over slices of the private part ${yes ? "are shown now. They" : "would be shown. They"} give away much of its key, as those over the public part do after a challenge has closed.`,
    );
  else {
    await printLine(
      scores === 0
        ? "These scores are shown already."
        : `The run ${yes ? "now shows" : "would show"} ${counted(scores, "more score")}, which ${scores === 1 ? "tells" : "tell"} at most ${bits.toFixed(1)} bits of the answer key.`,
    );
    await printDisclosure(disclosure);
  }
  if (!yes && scores !== 0) remark("Nothing was changed. --yes shows them, which cannot be taken back.");
}
