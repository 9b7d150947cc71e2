import type { Omnidex } from "../../../src/sdk/index.ts";
import { ADMIN_KEY } from "./browser.ts";

/** Submits two runs of one model over the demo: with video, and with video and audio. Returns their ids. */
export async function submitAblation(omnidex: Omnidex): Promise<readonly string[]> {
  const submitted: string[] = [];
  for (const [like, inputs] of [
    ["demo-small", ["VIDEO"]],
    ["demo-large", ["VIDEO", "AUDIO"]],
  ] as const) {
    const [run] = await omnidex.runs({ filter: { models: [like] } }).toArray();
    const predictions = await omnidex.predictions(run?.id ?? "", { pageSize: 1000 }).toArray();
    const { id } = await omnidex.submitRun({
      ...{ benchmark: "omnidex-demo", model: { name: "ablated" }, inputs, visibility: "PUBLIC" },
      predictions: predictions.map(({ question, response }) => ({ question: question.key, response })),
    });
    submitted.push(id);
  }
  return submitted;
}

/** Imports three questions in AVI-Bench's format and submits a run over them. Returns its id. */
export async function submitLevels(url: string, omnidex: Omnidex): Promise<string> {
  const slots = ["dog", "tuba", "cat"];
  const tasks = slots.map((sound, id) => ({
    ...{ id: `${id}`, task: "AMIC", subtask: null },
    input: { question: { prompt: "prompt_amic", text: "Count.", options: null }, video: `./input/videos/${id}.mp4` },
    output: { question_answer: { [sound]: id + 1 } },
  }));
  const form = new FormData();
  form.append("file", new File([JSON.stringify(tasks)], "levels/perception/AMIC/data.json"));
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const imported = await fetch(`${url}/import/avi-bench`, { method: "POST", headers, body: form });
  if (!imported.ok) throw new Error(`The import of avi-bench failed: ${await imported.text()}`);
  const { id } = await omnidex.submitRun({
    ...{ benchmark: "avi-bench", model: { name: "counter" }, inputs: ["AUDIO"], visibility: "PUBLIC" },
    predictions: slots.map((sound, place) => ({
      question: `AMIC/${place}`,
      response: JSON.stringify({ [sound]: place + 1 }),
    })),
  });
  return id;
}
