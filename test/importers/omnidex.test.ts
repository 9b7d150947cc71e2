import { describe, expect, it } from "vitest";
import { importerOf } from "../../src/importers/importer-registry.ts";
import { createOmnidexImporter } from "../../src/importers/omnidex.ts";
import { omnidexFixture, omnidexJson } from "../fixtures/omnidex-fixture.ts";

describe("a benchmark of one's own", () => {
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

  it("prefers an option's text to a label", async () => {
    const content = omnidexFixture();
    const swapped = { ...content.questions[0], options: ["B", "A"], answer: "A" };
    const batch = await importerOf("my-bench")([omnidexJson({ ...content, questions: [swapped] })]);
    expect(batch.questions[0]?.answer).toMatchObject({ position: 1, text: "A" });
  });

  it("must have the slug that was asked for", async () => {
    await expect(importerOf("other")([omnidexJson()])).rejects.toThrow(
      'my-bench.json: $.benchmark.slug: expected the benchmark that is imported, "other", found the string "my-bench".',
    );
    expect((await createOmnidexImporter(null)([omnidexJson()])).benchmark).toBe("my-bench");
  });

  const first = omnidexFixture().questions[0];
  it.each([
    [{ ...first, audiotypes: [] }, "$.questions[0].audiotypes: expected one of the fields key, video"],
    [{ ...first, answer: "C" }, "$.questions[0].answer: expected an option's text, a label from A to B, or a position"],
    [{ ...first, answer: 2 }, "$.questions[0].answer: expected an option's text"],
    [{ ...first, video: "v9" }, "$.questions[0].video: expected the key of a video in 'videos'"],
    [{ ...first, task: "New" }, "$.questions[0].level: expected a value, found nothing"],
    [{ ...first, task: "&" }, "$.questions[0].task: expected a name with a letter or digit"],
    [{ ...first, level: "HARD" }, "$.questions[0].level: expected one of PERCEPTION"],
    [{ ...first, key: "" }, "$.questions[0].key: expected a string that is not empty"],
  ])("refuses %j", async (question, message) => {
    const content = { ...omnidexFixture(), questions: [question] };
    await expect(importerOf("my-bench")([omnidexJson(content)])).rejects.toThrow(`my-bench.json: ${message}`);
  });
});
