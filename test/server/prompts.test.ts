import { afterAll, beforeAll, expect, it } from "vitest";
import { importFiles } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";

const DEMO = "omnidex-demo";
let server: TestServer;

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

beforeAll(async () => {
  server = await createTestServer();
  const questions = [
    { question: "Who speaks?", question_type: "counting", audio_type: "Speech", reasoning_steps: [], answer: "One" },
    { question: "Who {sings}?", question_type: "counting", audio_type: "Music", reasoning_steps: [], answer: "One" },
  ].map((question) => ({ ...question, options: ["A.One", "B.Two"], correct_option: "A" }));
  await importFiles(server.database, "omnivideobench", [
    { name: "data.json", bytes: encode([{ video: "video_1", video_type: "Vlog", duration: "03:28", questions }]) },
  ]);
  const question = { prompt: "prompt_avh", text: "Is there a dog?", options: "avh_options_list" };
  const record = {
    id: "0",
    task: "AVH",
    input: { question, video: "./input/0.mp4" },
    output: { question_answer: "yes" },
  };
  await importFiles(server.database, "avi-bench", [
    { name: "levels/reasoning/AVH/data.json", bytes: encode([record]) },
  ]);
});
afterAll(() => server.close());

const ask = (filter: object, fields: string) =>
  server.request<{ questions: { nodes: Record<string, string>[] } }>(
    `query($filter:QuestionFilter){questions(filter:$filter,first:1000){nodes{${fields}}}}`,
    { filter },
  );

it("each question has the prompt of its benchmark, with one statement", async () => {
  // After the first request, the existing questions are in memory.
  await ask({ benchmarks: ["omnivideobench"] }, "key");
  const { data, statements } = await ask({ benchmarks: ["omnivideobench", "avi-bench"] }, "key prompt");
  expect(statements).toHaveLength(1);
  const prompts = Object.fromEntries(data.questions.nodes.map(({ key, prompt }) => [key, prompt]));
  expect(prompts["AVH/0"]).toBe(
    "Please answer the question based on the given audio and video.. Available options are: ['yes', 'no', 'not sure']. Is there a dog?",
  );
  expect(prompts["video_1/1"]).toContain(
    "# Question: Who {sings}?\n\n# Options:\nA: One\nB: Two\n\n# Task:\nAnswer with",
  );
});

it("each alias can have another template", async () => {
  const step = 'a: prompt(template: "omnivideobench/step-by-step")';
  const { data } = await ask(
    { keys: ["video_1/0"] },
    `prompt ${step} b: prompt(template: "omnidex") c: prompt(template: null)`,
  );
  const [node] = data.questions.nodes;
  expect(node?.a).toContain("Step X: [Reasoning step X]");
  expect(node?.b).toBe("Who speaks?\nA. One\nB. Two\n\nAnswer with the letter of the correct option only.");
  expect(node?.c).toBe(node?.prompt);
});

it.each([
  ["none", "There is no prompt template 'none'."],
  [
    "worldsense/audio",
    "The prompt template 'worldsense/audio' is for worldsense, but the question belongs to omnivideobench.",
  ],
])("'%s' is refused, with the names of the existing templates", async (template, problem) => {
  const { data, errors } = await ask({ benchmarks: ["omnivideobench"] }, `prompt(template: "${template}")`);
  expect(data).toBeNull();
  expect(errors?.[0]).toMatchObject({
    message: `${problem} Templates for omnivideobench: ${["multiple-choice", "step-by-step", "qwen", "qwen-transcript", "internvl", "minicpm", "gemini", "baichuan", "humanomni-v2", "open-ended"].map((name) => `omnivideobench/${name}`).join(", ")}, omnidex, omnidex/open-ended.`,
    extensions: { code: "BAD_USER_INPUT", details: { template } },
  });
});

const FIELDS = "__typename name title benchmark inputs source default text placeholders";

it("the templates of a benchmark are the same in all lists", async () => {
  const { data, statements } = await server.request<Record<string, Record<string, unknown>[]>>(
    `{ all: promptTemplates { ${FIELDS} } one: promptTemplates(benchmark: "omnivideobench") { ${FIELDS} }
       own: promptTemplates(benchmark: "omnidex-demo") { name default } }`,
  );
  // Only the existence of the benchmark is read, and only if it has no templates of its own.
  expect(statements.length).toBeLessThanOrEqual(2);
  expect(data.own).toEqual([
    { name: "omnidex", default: true },
    { name: "omnidex/open-ended", default: false },
  ]);
  expect(data.one?.[0]).toEqual({
    __typename: "PromptTemplate",
    name: "omnivideobench/multiple-choice",
    title: "The option's letter",
    benchmark: "omnivideobench",
    inputs: ["VIDEO", "AUDIO"],
    source: "OmniVideoBench, appendix C.1",
    default: true,
    text: expect.stringContaining("{question}"),
    placeholders: [],
  });
  expect(data.all?.map(({ name }) => name)).toContain("worldsense/subtitles");
  const benchmarks = await server.data<{ benchmarks: { slug: string; promptTemplates: unknown[] }[] }>(
    `{ benchmarks { slug promptTemplates { ${FIELDS} } } }`,
  );
  const listed = (slug: string) => benchmarks.benchmarks.find((one) => one.slug === slug)?.promptTemplates;
  expect(listed("omnivideobench")).toEqual(data.one);
  expect(listed(DEMO)).toEqual(
    (await server.data<typeof data>(`{ t: promptTemplates(benchmark: "${DEMO}") { ${FIELDS} } }`)).t,
  );
});

it.each([
  ["omnivideobench/step-by-step", { name: "omnivideobench/step-by-step", default: false, inputs: ["VIDEO", "AUDIO"] }],
  ["omnidex", { name: "omnidex", default: false, inputs: [] }],
  ["worldsense/audio", null],
  ["my own words", null],
  [undefined, null],
])("the template of a run with the prompt '%s' is recognised", async (prompt, promptTemplate) => {
  const input = {
    ...{
      benchmark: "omnivideobench",
      model: { name: "m" },
      inputs: ["VIDEO"],
      idempotencyKey: `prompt ${prompt}`,
      prompt,
    },
    predictions: [{ question: "video_1/0", response: "A" }],
  };
  const RUN = "prompt promptTemplate { name default inputs }";
  const { submitRun } = await server.data<{ submitRun: { run: { id: string } } }>(
    `mutation($input: SubmitRunInput!) { submitRun(input: $input) { run { id ${RUN} } } }`,
    { input },
  );
  expect(submitRun.run).toMatchObject({ prompt: prompt ?? null, promptTemplate });
  for (const document of [
    `{ run(id: "${submitRun.run.id}") { ${RUN} } }`,
    `{ run: node(id: "${submitRun.run.id}") { ... on Run { ${RUN} } } }`,
  ]) {
    expect(await server.data(document)).toEqual({ run: { prompt: prompt ?? null, promptTemplate } });
  }
});
