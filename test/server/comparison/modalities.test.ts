import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoBatch } from "../../../src/formats/demo/demo-benchmark.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const DIAGNOSE = `query ($runs: [ID!]!, $filter: QuestionFilter) { modalityDiagnostics(runs: $runs, filter: $filter) {
  contrasts { without { inputs } with { inputs } added gained { totalCount nodes { key } } lost { totalCount }
    expectedByChance comparison { n onlyA onlyB difference pValue interval { lower upper } } }
  needs { modality n gained lost expectedByChance net { value standardError interval { lower upper } } questions(first: 1000) { totalCount nodes { key } } } } }`;

interface Diagnosis {
  modalityDiagnostics: {
    contrasts: {
      without: { inputs: string[] };
      with: { inputs: string[] };
      added: string[];
      gained: { totalCount: number };
      lost: { totalCount: number };
      expectedByChance: number;
      comparison: {
        n: number;
        onlyA: number;
        onlyB: number;
        difference: number;
        interval: { lower: number; upper: number };
      };
    }[];
    needs: {
      modality: string;
      n: number;
      gained: number;
      lost: number;
      expectedByChance: number;
      net: { value: number; standardError: number; interval: { lower: number; upper: number } };
      questions: { totalCount: number; nodes: { key: string }[] };
    }[];
  };
}

/** Whether a run with these inputs has the question at an index right. */
const RIGHT: Readonly<Record<string, (index: number) => boolean>> = {
  TEXT: (index) => index % 10 === 0,
  VIDEO: (index) => index % 2 === 0,
  "VIDEO,SUBTITLES": (index) => index % 2 === 0 || index % 5 === 0,
  "VIDEO,AUDIO": (index) => (index % 2 === 0 && index % 7 !== 0) || index % 3 === 0,
};

describe("modality diagnostics", () => {
  let server: TestServer;
  const ids = new Map<string, string>();
  const questions = demoBatch().questions;
  const count = (test: (index: number) => boolean) => questions.filter((_, index) => test(index)).length;

  beforeAll(async () => {
    server = await createTestServer();
    for (const [inputs, right] of Object.entries(RIGHT)) ids.set(inputs, await submit(inputs, "one", right));
  });
  afterAll(() => server.close());

  async function submit(inputs: string, model: string, right: (index: number) => boolean): Promise<string> {
    const predictions = questions.map(({ key, answer }, index) => {
      const position = answer.kind === "option" ? answer.position : 0;
      return { question: key, response: "ABCD".charAt(right(index) ? position : (position + 1) % 3) };
    });
    const input = {
      benchmark: "omnidex-demo",
      model: { name: model },
      inputs: inputs.split(","),
      idempotencyKey: `${model} ${inputs}`,
      predictions,
    };
    return (await server.submit(input)).id;
  }

  const isRight = (inputs: string) => RIGHT[inputs] ?? (() => false);

  it("pair a run with each run that has its inputs and more, and count the gained and lost questions", async () => {
    const runs = ["VIDEO", "VIDEO,SUBTITLES", "VIDEO,AUDIO"].map((inputs) => ids.get(inputs));
    const { modalityDiagnostics: found } = await server.data<Diagnosis>(DIAGNOSE, { runs });
    expect(found.contrasts.map(({ with: more }) => more.inputs.join())).toEqual(["VIDEO,SUBTITLES", "VIDEO,AUDIO"]);
    for (const contrast of found.contrasts) {
      const { with: more, without, added, gained, lost, comparison } = contrast;
      const [a, b] = [isRight(more.inputs.join()), isRight(without.inputs.join())];
      expect(added).toEqual(more.inputs.slice(1));
      expect(gained.totalCount).toBe(count((index) => a(index) && !b(index)));
      expect(lost.totalCount).toBe(count((index) => b(index) && !a(index)));
      expect([comparison.onlyA, comparison.onlyB]).toEqual([gained.totalCount, lost.totalCount]);
      expect(contrast.expectedByChance).toBe((gained.totalCount + lost.totalCount) / 2);
    }
  });

  it("name the questions that need a modality", async () => {
    const { modalityDiagnostics: found } = await server.data<Diagnosis>(DIAGNOSE, { runs: [...ids.values()] });
    const audio = found.needs.find(({ modality }) => modality === "AUDIO");
    const needing = questions.filter(
      (_, index) =>
        isRight("VIDEO,AUDIO")(index) && !["TEXT", "VIDEO", "VIDEO,SUBTITLES"].some((inputs) => isRight(inputs)(index)),
    );
    expect(audio?.questions.nodes.map(({ key }) => key)).toEqual(needing.map(({ key }) => key));
    expect(found.needs.map(({ modality }) => modality)).toEqual(["VIDEO", "AUDIO", "SUBTITLES", "TEXT"]);
  });

  it("of two runs include the number expected by chance, and the net effect of their comparison", async () => {
    const runs = ["VIDEO", "VIDEO,AUDIO"].map((inputs) => ids.get(inputs));
    const { modalityDiagnostics: found } = await server.data<Diagnosis>(DIAGNOSE, { runs });
    const [need, contrast] = [found.needs[0], found.contrasts[0]];
    const [a, b] = [isRight("VIDEO,AUDIO"), isRight("VIDEO")];
    const [gained, lost] = [count((index) => a(index) && !b(index)), count((index) => b(index) && !a(index))];
    expect(need).toMatchObject({ modality: "AUDIO", n: questions.length, gained, lost });
    expect(need?.expectedByChance).toBe((gained + lost) / 2);
    expect(need?.net.value).toBeCloseTo((gained - lost) / questions.length, 12);
    expect(need?.net.value).toBeCloseTo(contrast?.comparison.difference ?? 0, 12);
    expect(need?.net.interval).toEqual(contrast?.comparison.interval);
  });

  it("of several runs compute the number expected by chance, with each choice of the runs that had the modality equally likely", async () => {
    const { modalityDiagnostics: found } = await server.data<Diagnosis>(DIAGNOSE, { runs: [...ids.values()] });
    const inputs = Object.keys(RIGHT);
    const rightIn = (index: number) => inputs.filter((one) => isRight(one)(index)).length;
    // Three of the four runs had the video. One of the four had the audio, one the subtitles.
    for (const [modality, having] of [
      ["VIDEO", 3],
      ["AUDIO", 1],
    ] as const) {
      const need = found.needs.find((one) => one.modality === modality);
      expect(need?.expectedByChance).toBeCloseTo(count((index) => rightIn(index) === having) / 4, 12);
    }
  });

  it("refuse runs of two models, a single run, and the same inputs twice", async () => {
    const other = await submit("VIDEO,AUDIO", "another", () => true);
    for (const runs of [[ids.get("VIDEO"), other], [ids.get("VIDEO")], [ids.get("VIDEO"), ids.get("VIDEO")]]) {
      const { errors } = await server.request(DIAGNOSE, { runs });
      expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    }
  });
});
