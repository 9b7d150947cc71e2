import { Omnidex } from "../../src/sdk/index.ts";
import { omnidexRelease } from "../measure/ingest/synthetic-release.ts";
import { KEY, type TimedClient } from "../measured/timed-client.ts";
import { costlyText, SLUG, validation } from "./hostile-requests.ts";

/**
 * Imports a benchmark of 10,000 questions. Returns the ids of a run whose responses are costly to read, and of one with a
 * response of `length` characters to each question.
 */
export async function prepareRuns(server: TimedClient, length: number): Promise<readonly [string, string]> {
  const release = new TextEncoder().encode(omnidexRelease(SLUG, 10_000));
  const imported = await server.import(SLUG, "hostile.json", release);
  if (imported.status >= 300) throw new Error(imported.text.slice(0, 500));
  const body = validation(2_000, (index) => costlyText(index, 1_000)).replaceAll("validateRun", "submitRun");
  const submitted = await server.post("/graphql", body.replace("{report{ok errorCount warningCount}}", "{run{id}}"));
  const id = /"id":"(\w+)"/.exec(submitted.text)?.[1];
  if (id === undefined) throw new Error(submitted.text.slice(0, 500));
  const long = await new Omnidex({ url: server.url, apiKey: KEY }).submitRun({
    ...{ benchmark: SLUG, model: { name: "Talker" }, inputs: ["VIDEO"], visibility: "PUBLIC" },
    predictions: function* () {
      for (let index = 0; index < 10_000; index++)
        yield { question: `question-${index}`, response: `${"Step by step. ".repeat(length / 14)}The answer is B.` };
    },
  });
  return [id, long.id];
}
