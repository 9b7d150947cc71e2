import { describe, expect, it } from "vitest";
import { videoSource } from "../../src/dashboard/questions/question-card.tsx";
import { ablationsOf } from "../../src/dashboard/views/compare/modality-ablation.tsx";
import { resultsText } from "../../src/dashboard/views/questions/question-item.tsx";
import { levelRows } from "../../src/dashboard/views/run/level-rows.ts";

describe("the address of a video", () => {
  it.each([
    ["https://media.example/a.mp4", "FILE", "https://media.example/a.mp4"],
    ["https://media.example/a.webm#t=10,20", "FILE", "https://media.example/a.webm#t=10,20"],
    ["https://media.example/a.mp4?start=10&end=20", "FILE", "https://media.example/a.mp4?start=10&end=20#t=10,20"],
    ["https://media.example/a.mp4?end=20", "FILE", "https://media.example/a.mp4?end=20#t=0,20"],
    ["http://media.example/a.mp4", "LINK", "http://media.example/a.mp4"],
    ["https://www.youtube.com/watch?v=abc&t=7", "LINK", "https://www.youtube.com/watch?v=abc&t=7"],
    ["https://www.youtube.com/embed/abc?start=12&end=30", "LINK", "https://www.youtube.com/watch?v=abc&t=12s"],
  ])("%s is a %s", (text, kind, url) => {
    expect(videoSource(text)).toEqual({ kind, url });
  });

  it.each(["javascript:alert(1)//a.mp4", "data:video/mp4;base64,AAAA", "videos/a.mp4", "file:///a.mp4"])(
    "%s is not opened",
    (text) => {
      expect(videoSource(text)).toBeNull();
    },
  );
});

describe("the runs of one model", () => {
  const model = (id: string) => ({ id, slug: id, name: id.toUpperCase() }) as never;
  it("are an ablation if their inputs differ", () => {
    const runs = [
      { id: "1", inputs: ["VIDEO" as const], model: model("m") },
      { id: "2", inputs: ["VIDEO" as const, "AUDIO" as const], model: model("m") },
      { id: "3", inputs: ["VIDEO" as const], model: model("other") },
      { id: "4", inputs: ["AUDIO" as const, "VIDEO" as const], model: model("same") },
      { id: "5", inputs: ["VIDEO" as const, "AUDIO" as const], model: model("same") },
    ];
    expect(ablationsOf(runs)).toEqual([{ name: "M", ids: ["1", "2"] }]);
  });
});

describe("the rows of stages and levels", () => {
  const levels = (perception: number | null, overall: number) => ({
    stages: [{ stage: "PERCEPTION" as const, value: perception, partial: false, missing: [] }],
    ...{ partial: false, missing: [], reported: [] },
    ...{ overall, taskAdaptive: 0.5, modalityAdaptive: 0.4, stageAdaptive: 0.3, domainAdaptive: null },
  });
  it("are ranked among the paper's models; the run comes first, and equal values share a rank", () => {
    const rows = levelRows({ name: "ours", levels: levels(0.5, 0.2) }, [
      { name: "a", levels: levels(null, 0.1) },
      { name: "b", levels: levels(0.7, 0.3) },
    ]);
    expect(rows.map(({ name, isRun }) => [name, isRun])).toEqual([
      ["ours", true],
      ["b", false],
      ["a", false],
    ]);
    expect(rows.map(({ cells }) => cells[0])).toEqual([{ value: 0.5, rank: 2 }, { value: 0.7, rank: 1 }, null]);
    expect(rows.map(({ cells }) => cells[5]?.rank)).toEqual([1, 1, 1]);
    expect(rows[0]?.cells[8]).toBeNull();
  });

  it("show partial values without a rank, and do not rank complete values below them", () => {
    const [ours, other] = levelRows({ name: "ours", levels: levels(null, 0.2), partial: levels(0.9, 0.2) }, [
      { name: "a", levels: levels(0.7, 0.1) },
    ]);
    expect([ours?.cells[0], other?.cells[0]]).toEqual([
      { value: 0.9, rank: null, why: "partial" },
      { value: 0.7, rank: 1 },
    ]);
  });
});

it("a question shows how many runs answered it correctly, and nothing if there are no runs", () => {
  expect([resultsText({ right: 2, runs: 3 }), resultsText({ right: 1, runs: 1 })]).toEqual([
    "2 of 3 runs right",
    "1 of 1 run right",
  ]);
  expect([resultsText(null), resultsText({ right: 0, runs: 0 })]).toEqual([null, null]);
});
