import { counted } from "../../domain/counted.ts";
import { plainText } from "../../domain/printable-text.ts";
import { connect } from "../connection/sdk-client.ts";
import { printJson, printLine, remark } from "../output/printing.ts";

/** Prints what the shown scores of a benchmark tell about its hidden answers. */
export async function showDisclosure(benchmark: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const found = await omnidex.disclosure(benchmark);
  if (json) return printJson(found);
  if (found === null) return remark(plainText(`'${benchmark}' shows its answers.`));
  const { runs, questions, bits, points, mostPoints, elsewhere } = found;
  await printLine(
    `The scores of ${counted(runs, "run")} over ${counted(questions, "question")} tell at most ${bits.toFixed(1)} bits of the answer key. On average over all keys, nobody gains more than ${points.toFixed(1)} points over chance with so many.`,
  );
  if (mostPoints != null)
    await printLine(
      `Once the quota of all owners together is used up, that is at most ${mostPoints.toFixed(1)} points, whatever the scores are.`,
    );
  for (const { benchmark: other, questions: shared, answersVisible } of elsewhere) {
    const what = `${counted(shared, "question")} of the release ${shared === 1 ? "is" : "are"} also in '${other}'`;
    await printLine(plainText(`${what}, which ${answersVisible ? "shows" : "hides"} its answers.`));
  }
}
