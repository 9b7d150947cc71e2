import { describe, expect, it } from "vitest";
import { ImportError } from "../../src/domain/import-error.ts";
import type { ImportFile } from "../../src/formats/files/importer.ts";
import { createOmnidexImporter } from "../../src/formats/omnidex/omnidex-importer.ts";
import { aviBenchFiles } from "../fixtures/avi-bench-fixture.ts";
import { mmworldFixture, mmworldJson } from "../fixtures/mmworld-fixture.ts";
import { omnidexFixture, omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson, worldSenseTsv } from "../fixtures/worldsense-fixture.ts";
import { importerOf } from "../support/importing.ts";

describe("a benchmark in Omnidex's own form", () => {
  it("is read with every field and answer format", async () => {
    const batch = await importerOf("my-bench")([omnidexJson()]);
    expect(batch.about).toEqual({
      title: "My bench",
      description: "Made up.",
      license: "CC0-1.0",
      homepage: null,
    });
    expect(batch.categories.map(({ slug }) => slug)).toEqual(["film", "film/drama"]);
    expect(batch.tasks.map(({ slug, level }) => [slug, level])).toEqual([
      ["listening", "PERCEPTION"],
      ["counting", "REASONING"],
    ]);
    expect(batch.videos.map(({ durationSeconds }) => durationSeconds)).toEqual([61.5, 120, null]);
    expect(batch.questions.map(({ answerFormat }) => answerFormat)).toEqual([
      ...Array.from({ length: 3 }, () => "MULTIPLE_CHOICE"),
      ...["NUMBER", "YES_NO", "INSTANCE_COUNTS", "RETRIEVAL", "CAPTION", "FRAME_BOXES"],
    ]);
    const positions = batch.questions.map(({ answer }) => (answer.kind === "option" ? answer.position : null));
    expect(positions.slice(0, 3)).toEqual([1, 0, 1]);
    expect(batch.questions[0]).toMatchObject({ subset: "first", audioTypes: [{ type: "SPEECH" }, { type: "MUSIC" }] });
  });

  const answered = async (question: object) => {
    const content = {
      benchmark: { slug: "my-bench", title: "My bench" },
      questions: [{ key: "q", task: "Colours", level: "PERCEPTION", text: "Which?", ...question }],
    };
    const [read] = (await importerOf("my-bench")([omnidexJson(content as never)])).questions;
    return [read?.answerFormat, read?.answer];
  };
  const colours = ["red", "blue", "green"];

  it.each([
    [{ options: colours, answer: ["blue", "red"] }, { text: "blue; red" }],
    [{ options: colours, answer: ["A", "C"] }, { text: "red; green" }],
    [{ options: colours, answer: [0] }, { text: "red" }],
    [{ answer: ["a bell", "a dog"] }, { text: "a bell; a dog" }],
    [{ answers: ["grey", "gray", "grey"] }, { text: "grey", also: ["gray"] }],
    [
      { options: colours, answers: [["red", "blue"], "green"] },
      { text: "red; blue", also: ["green"] },
    ],
    [{ answers: ["grey"] }, { text: "grey" }],
    [
      { options: colours, answers: ["A", "blue"] },
      { text: "red", also: ["blue"] },
    ],
    [{ options: colours, answerFormat: "OPEN_TEXT", answer: "B" }, { text: "blue" }],
    [{ options: colours, answerFormat: "OPEN_TEXT", answer: "purple" }, { text: "purple" }],
  ])("reads several answers, all required or each right: %j", async (question, expected) => {
    expect(await answered(question)).toEqual(["OPEN_TEXT", { kind: "text", ...expected }]);
  });

  it.each([
    [
      ["C", "A"],
      [0, 2],
    ],
    [
      [2, "red"],
      [0, 2],
    ],
    [["blue"], [1]],
    ["B", [1]],
    [
      [{ position: 2 }, { position: 0, text: "crimson" }],
      [0, 2],
      ["crimson", "green"],
    ],
  ])("reads several right options: %j", async (answer, positions, texts = positions.map((at) => colours[at] ?? "")) => {
    const read = await answered({ options: colours, answerFormat: "MULTIPLE_SELECT", answer });
    expect(read).toEqual(["MULTIPLE_SELECT", { kind: "options", positions, texts }]);
  });

  it.each([
    [{ options: colours, answer: [] }, "answer: expected at least one correct option, found none"],
    [{ options: colours, answer: ["A", 0] }, "answer[1]: expected each option once"],
    [{ options: colours, answer: ["A", "D"] }, "answer[1]: expected an option's text, a label from A to C"],
    [{ options: colours, answer: "A, C" }, "answer: expected an option's text, a label from A to C, or a position"],
    [{ answer: ["A"] }, "answer[0]: expected options to answer with"],
    [{ options: colours, answers: ["A", "C"] }, "answers: expected one answer, in the field answer"],
  ])("refuses right options that are none: %j", async (question, message) => {
    await expect(answered({ ...question, answerFormat: "MULTIPLE_SELECT" })).rejects.toThrow(message);
  });

  it.each([
    [{ options: colours, answer: ["red", "purple"] }, "answer[1]: expected an option's text"],
    [{ options: colours, answer: [] }, "answer: expected at least one answer"],
    [{ options: colours, answer: ["red", "A"] }, "answer: expected each answer once"],
    [{ answer: ["a; b", "c"] }, "answer[0]: expected a text without a semicolon"],
    [{ answers: [] }, "answers: expected at least one answer"],
    [{ answer: "grey", answers: ["gray"] }, "answers: expected either answer or answers"],
    [{ answerFormat: "YES_NO", answers: ["yes", "no"] }, "answers: expected one answer, in the field answer"],
    [
      { options: colours, answerFormat: "MULTIPLE_CHOICE", answer: ["red", "blue"] },
      "answer: expected one option; several right options have the answerFormat MULTIPLE_SELECT",
    ],
    [{ answer: ["Red", "red"] }, "answer: expected each answer once"],
  ])("refuses several answers that cannot be read: %j", async (question, message) => {
    await expect(answered(question)).rejects.toThrow(message);
  });

  const withAddress = (field: string, text: string): ImportFile => {
    const content = omnidexFixture();
    const [video, ...videos] = content.videos;
    return field === "url"
      ? omnidexJson({ ...content, videos: [{ ...video, url: text }, ...videos] } as never)
      : omnidexJson({ ...content, benchmark: { ...content.benchmark, [field]: text } });
  };

  it.each([
    ["homepage", "javascript:alert(1)"],
    ["homepage", "example.org"],
    ["homepage", "http:example.org"],
    ["homepage", "https://ann:secret@example.org/"],
    ["license", " java\tscript:alert(1)"],
    ["license", "data:text/html,<script>alert(1)</script>"],
    ["url", "javascript:alert(1)"],
    ["url", "file:///etc/passwd"],
    ["url", "https://example.org/a b"],
  ])("refuses an address that a browser should not follow: %s %j", async (field, text) => {
    await expect(importerOf("my-bench")([withAddress(field, text)])).rejects.toThrow(`.${field}`);
  });

  it.each([
    ["homepage", "https://example.org/?a=b#c"],
    ["license", "https://creativecommons.org/licenses/by/4.0/"],
    ["license", "MIT: see the file LICENSE"],
    ["license", "Data: CC BY 4.0; code: MIT"],
    ["url", "http://example.org/v.mp4"],
  ])("takes the addresses of web pages, and names of licences: %s %j", async (field, text) => {
    const { about, videos } = await importerOf("my-bench")([withAddress(field, text)]);
    expect({ ...about, url: videos[0]?.url }).toMatchObject({ [field]: text });
  });

  it("looks an answer up among the options' texts first, then among the labels", async () => {
    const content = omnidexFixture();
    const swapped = { ...content.questions[0], options: ["B", "A"], answer: "A" };
    const batch = await importerOf("my-bench")([omnidexJson({ ...content, questions: [swapped] })]);
    expect(batch.questions[0]?.answer).toMatchObject({ position: 1, text: "A" });
  });

  const OWN_FILES: readonly (readonly [slug: string, file: ImportFile])[] = [
    ["worldsense", worldSenseJson(worldSenseFixture().slice(0, 2))],
    ["worldsense", worldSenseTsv(worldSenseFixture().slice(0, 2))],
    ["mmworld", mmworldJson(mmworldFixture().slice(0, 2))],
    ["omnivideobench", omniVideoBenchJson(omniVideoBenchFixture().slice(0, 2))],
    ["avi-bench", aviBenchFiles()[0] as ImportFile],
  ];
  const NAMES = ["my-bench", "worldsense", "mmworld", "omnivideobench", "avi-bench"] as const;

  it.each(OWN_FILES)(
    "cannot be read from a file of %s, which the error names once, under any other name",
    async (slug, file) => {
      for (const name of NAMES.filter((each) => each !== slug)) {
        const error = await importerOf(name)([file]).catch((thrown: unknown) => thrown);
        expect(error, name).toBeInstanceOf(ImportError);
        expect(error).toMatchObject({
          problemCount: 1,
          found: `what looks like a file of ${slug}; import it under that name: 'omnidex import ${slug}'`,
        });
      }
    },
  );

  it.each([
    ["own rows", '{"question":"a/0","response":"A"}\n'],
    ["VLMEvalKit's table", "index\tvideo\tquestion\tanswer\tprediction\n0\tv\tWhat?\tA\tB\n"],
    ["a list in an object", JSON.stringify({ predictions: [{ prediction: "A", annotation: { question: "What?" } }] })],
    ["a table of letters", "sample_id,answer,pred_full\nv::task0,A,B\n"],
  ])("is not read from a result file, for which the error names 'submit': %s", async (_name, text) => {
    const file = { name: "results", bytes: new TextEncoder().encode(text) };
    for (const name of NAMES)
      await expect(importerOf(name)([file]), name).rejects.toMatchObject({
        problemCount: 1,
        found: "what looks like a result file; 'omnidex submit' takes those",
      });
  });

  it("must have the requested slug", async () => {
    await expect(importerOf("other")([omnidexJson()])).rejects.toThrow(
      'my-bench.json: $.benchmark.slug: expected the benchmark that is imported, "other", found the string "my-bench".',
    );
    expect((await createOmnidexImporter(null)([omnidexJson()])).benchmark).toBe("my-bench");
  });

  const first = omnidexFixture().questions[0];
  it.each([
    [{ ...first, note: 1, native: { note: 2 } }, "$.questions[0].note: expected one of the fields key, video"],
    [{ ...first, answer: { position: 2 } }, "$.questions[0].answer.position: expected an option's text"],
    [{ ...first, answer: { option: 1 } }, "$.questions[0].answer.option: expected one of the fields position, text"],
    [{ ...first, confirmation: { text: "?" } }, "$.questions[0].confirmation.answer: expected a value, found nothing"],
    [{ ...first, answer: "C" }, "$.questions[0].answer: expected an option's text, a label from A to B, or a position"],
    [{ ...first, answer: 2 }, "$.questions[0].answer: expected an option's text"],
    [{ ...first, video: "v9" }, "$.questions[0].video: expected the key of a video in 'videos'"],
    [{ ...first, task: "New" }, "$.questions[0].task: expected a task of 'tasks', or a new task with a 'level'"],
    [{ ...first, task: "&" }, "$.questions[0].task: expected a name with a letter or digit"],
    [{ ...first, level: "HARD" }, "$.questions[0].level: expected one of PERCEPTION"],
    [{ ...first, key: "" }, "$.questions[0].key: expected a string that is not empty"],
  ])("refuses %j", async (question, message) => {
    const content = { ...omnidexFixture(), questions: [question] };
    await expect(importerOf("my-bench")([omnidexJson(content)])).rejects.toThrow(`my-bench.json: ${message}`);
  });

  it("keeps unknown fields of videos and questions, and reports each field once", async () => {
    const content = omnidexFixture();
    const [one, ...others] = content.videos;
    const questions = content.questions.map((question, index) =>
      index < 2 ? { ...question, audiotypes: [] } : question,
    );
    const changed = { ...content, videos: [{ ...one, notes: "?", native: { take: 2 } }, ...others], questions };
    const batch = await importerOf("my-bench")([omnidexJson(changed)]);
    expect(batch.videos[0]?.native).toEqual({ take: 2, notes: "?" });
    expect(batch.questions.map(({ native }) => native).slice(0, 3)).toEqual([
      { audiotypes: [] },
      { audiotypes: [] },
      {},
    ]);
    expect(batch.oddities.filter(({ code }) => code === "UNKNOWN_FIELD")).toEqual([
      {
        code: "UNKNOWN_FIELD",
        key: "v1",
        message: `The field "notes" is unknown; 1 record has it, at my-bench.json: $.videos[0]. It was kept in 'native'.`,
      },
      {
        code: "UNKNOWN_FIELD",
        key: "q1",
        message: `The field "audiotypes" is unknown; 2 records have it, the first at my-bench.json: $.questions[0]. It was kept in 'native'. Did you mean "audioTypes"?`,
      },
    ]);
  });

  const CATEGORIES = [
    { name: "Sports & Arts", slug: "art-sports" },
    { name: "AC/DC", slug: "art-sports/rock" },
  ];

  it("finds listed categories and tasks by slug and by name", async () => {
    const content = omnidexFixture();
    const batch = await importerOf("my-bench")([
      omnidexJson({
        ...content,
        categories: CATEGORIES,
        tasks: [
          { name: "Listening", slug: "hear", level: "PERCEPTION" },
          { name: "Counting", level: "REASONING" },
        ],
        videos: [
          { key: "v1", category: "art-sports/rock" },
          { key: "v2", category: "Sports & Arts/Dance" },
          { key: "v3", category: "Film" },
        ],
        questions: [...content.questions, { ...content.questions[0], key: "by slug", task: "hear" }],
      }),
    ]);
    expect(batch.categories).toEqual([
      { slug: "art-sports", name: "Sports & Arts", parent: null },
      { slug: "art-sports/rock", name: "AC/DC", parent: "art-sports" },
      { slug: "art-sports/dance", name: "Dance", parent: "art-sports" },
      { slug: "film", name: "Film", parent: null },
    ]);
    expect(batch.videos.map(({ category }) => category)).toEqual(["art-sports/rock", "art-sports/dance", "film"]);
    expect(batch.questions.at(-1)?.task).toBe("hear");
    expect(batch.questions[0]?.task).toBe("hear");
  });

  it.each([
    [{ categories: [CATEGORIES[1]] }, "$.categories[0]: expected a category 'art-sports' before this one"],
    [{ categories: [CATEGORIES[0], CATEGORIES[0]] }, "$.categories[1]: expected a category that comes once"],
    [{ categories: [{ name: "x", slug: "A" }] }, '$.categories[0].slug: expected a slug such as "film"'],
    [{ categories: [{ name: "x", slug: "a/b/c" }] }, '$.categories[0].slug: expected a slug such as "film"'],
    [{ tasks: [{ name: "x", slug: "X", level: "REASONING" }] }, "$.tasks[0].slug: expected a slug"],
    [
      { tasks: [omnidexFixture().tasks[0], omnidexFixture().tasks[0]] },
      "$.tasks[1]: expected a task that comes once, found a second 'listening'",
    ],
    [
      {
        videos: [
          { key: "v1", audioTypes: [{ type: "SOUND", nativeLabel: "Event" }] },
          { key: "v2", audioTypes: [{ type: "MUSIC", nativeLabel: "Event" }] },
        ],
      },
      "$.videos[1]: expected the audio label 'Event' to be SOUND, as before, found it as MUSIC",
    ],
    [{ oddities: [{ code: "ODD", key: "q", message: "?" }] }, "$.oddities[0].code: expected one of ANSWER_TEXT"],
  ])("is refused if the file is %j", async (change, message) => {
    await expect(importerOf("my-bench")([omnidexJson({ ...omnidexFixture(), ...change })])).rejects.toThrow(
      `my-bench.json: ${message}`,
    );
  });

  it("may have the slug of a benchmark with its own reader, and is refused under another slug", async () => {
    const content = omnidexFixture();
    const own = { questions: content.questions, videos: content.videos, benchmark: { slug: "mmworld", title: "M" } };
    const file = omnidexJson({ ...own, tasks: content.tasks });
    for (const slug of ["mmworld", "worldsense"]) {
      const reading = importerOf(slug)([file]);
      if (slug === "mmworld") expect((await reading).source.format).toBe("omnidex-json");
      else
        await expect(reading).rejects.toThrow(
          '$.benchmark.slug: expected the benchmark that is imported, "worldsense"',
        );
    }
  });
});
