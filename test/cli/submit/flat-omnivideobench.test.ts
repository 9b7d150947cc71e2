import { beforeAll, expect, it } from "vitest";
import { omniVideoBenchFixture, omniVideoBenchFlat } from "../../fixtures/omnivideobench-fixture.ts";
import { choiceOutputs } from "../../fixtures/results/model-outputs.ts";
import { OMNIVIDEOBENCH_SHAPES, omniVideoBenchResults } from "../../fixtures/results/omnivideobench-results.ts";
import { importerOf } from "../../support/importing.ts";
import { serveCli } from "../served-cli.ts";
import { omniVideoBenchChoices, plainScore } from "./plain-choices.ts";
import { importInto, submitFiles } from "./submitting.ts";

const cli = serveCli();
const VIDEOS = omniVideoBenchFixture();
const parquet = omniVideoBenchFlat(VIDEOS).find(({ name }) => name.endsWith(".parquet"));

beforeAll(async () => {
  if (parquet === undefined) throw new Error("there is no flat file");
  await importInto(cli, "omnivideobench", [parquet]);
});

it.each(OMNIVIDEOBENCH_SHAPES)(
  "results in the shape of %s, submitted over the flat data.parquet, get the score that a plain script computes",
  async (shape) => {
    const { questions } = await importerOf("omnivideobench")(parquet === undefined ? [] : [parquet]);
    const outputs = choiceOutputs(questions);
    const file = omniVideoBenchResults(shape, VIDEOS, outputs);
    const { run } = await submitFiles(cli, [file], ["--model", "m", "--inputs", "video,audio"]);
    expect([run.score?.value, run.score?.n]).toEqual([plainScore(omniVideoBenchChoices(VIDEOS), outputs), 1000]);
  },
);
