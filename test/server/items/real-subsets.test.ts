import { afterAll, beforeAll, expect, it } from "vitest";
import { mmluAnswers } from "../../../scripts/measure/items/mmlu-answers.ts";
import { optionLabel } from "../../../src/domain/option-label.ts";
import { describeWith } from "../../support/shared-datasets.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { keyOf, liftQuota } from "../hidden/hidden-benchmark.ts";

const answers = mmluAnswers();

/** Every fourth question, so that the test ends within minutes. */
const EACH = 4;
const SIZE = 100;
/** Every fifth model is held out: it submits nothing but the subset's rows. */
const HELD_OUT = 5;
const SLUG = "text-questions";

describeWith(answers, "mmlu-pro", "100 questions of MMLU-Pro, over the server", ({ models, matrix }) => {
  const ordinals = Array.from({ length: Math.floor((matrix.questions ?? 0) / EACH) }, (_, index) => index * EACH);
  const keyAt = (ordinal: number): string => `q${ordinal}`;
  const responseOf = (model: number, ordinal: number): string => {
    const option = matrix.runs[model]?.choices?.[ordinal] ?? 0;
    return option === 0 ? "I cannot tell." : optionLabel(option - 1);
  };
  const isHeldOut = (model: number): boolean => model % HELD_OUT === 0;
  let server: TestServer;
  let key: string;

  const submit = (model: number, asked: readonly number[]) =>
    server.submit(
      {
        benchmark: SLUG,
        visibility: "PUBLIC",
        model: { name: models[model] },
        predictions: asked.map((ordinal) => ({ question: keyAt(ordinal), response: responseOf(model, ordinal) })),
      },
      { key },
    );

  beforeAll(async () => {
    server = await createTestServer();
    const questions = ordinals.map((ordinal) => ({
      key: keyAt(ordinal),
      video: `v${ordinal}`,
      task: "text",
      level: "REASONING",
      text: `Question ${ordinal}?`,
      options: Array.from({ length: matrix.options[ordinal] ?? 0 }, (_, option) => `answer ${option}`),
      answer: optionLabel((matrix.key[ordinal] ?? 1) - 1),
    }));
    const videos = ordinals.map((ordinal) => ({ key: `v${ordinal}` }));
    const form = new FormData();
    const file = JSON.stringify({ benchmark: { slug: SLUG, title: "Text" }, videos, questions });
    form.append("file", new Blob([file]), "text.json");
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const response = await server.app.request(`/import/${SLUG}?answers=visible`, {
      method: "POST",
      body: form,
      headers,
    });
    expect(response.status, await response.clone().text()).toBe(200);
    key = await keyOf(server, "lab");
    await liftQuota(server, SLUG);
    for (const model of models.keys()) if (!isHeldOut(model)) await submit(model, ordinals);
  }, 600_000);
  afterAll(() => server.close());

  it("estimate the full scores of models left out of the choice, with intervals that contain those scores", async () => {
    const { storeSubset } = await server.data<{
      storeSubset: { subset: { keys: string[]; method: string; errors: { leaveFamilyOut: { mean: number } }[] } };
    }>(
      `mutation ($input: StoreSubsetInput!) { storeSubset(input: $input) { subset { keys method errors { leaveFamilyOut { mean } } } } }`,
      { input: { benchmark: SLUG, size: SIZE } },
      { key },
    );
    const { keys, method, errors } = storeSubset.subset;
    expect(keys).toHaveLength(SIZE);
    const chosen = keys.map((each) => Number(each.slice(1)));
    const rows: string[] = [];
    const misses: number[] = [];
    let covered = 0;
    for (const model of models.keys()) {
      if (!isHeldOut(model)) continue;
      const { id } = await submit(model, chosen);
      const { run } = await server.data<{
        run: { partial: boolean; estimate: { value: number; interval: { lower: number; upper: number } } };
      }>(
        `query ($id: ID!) { run(id: $id) { partial estimate { value interval { lower upper } } } }`,
        { id },
        { key: null },
      );
      const full =
        ordinals.filter((ordinal) => matrix.runs[model]?.choices?.[ordinal] === matrix.key[ordinal]).length /
        ordinals.length;
      const { value, interval } = run.estimate;
      expect(run.partial).toBe(true);
      misses.push(Math.abs(value - full));
      if (interval.lower <= full && full <= interval.upper) covered += 1;
      rows.push(`${models[model]}: ${(100 * value).toFixed(1)} of ${(100 * full).toFixed(1)}`);
    }
    const mean = misses.reduce((sum, miss) => sum + miss, 0) / misses.length;
    console.log(
      `${method}: ${rows.join("; ")}; mean error ${(100 * mean).toFixed(1)}, covered ${covered} of ${misses.length}`,
    );
    expect(misses.length).toBeGreaterThanOrEqual(5);
    expect(covered).toBeGreaterThanOrEqual(misses.length - 1);
    expect(mean).toBeLessThan(0.05);
    expect(errors[0]?.leaveFamilyOut.mean).toBeLessThan(0.05);
  }, 600_000);
});
