import { describe, expect, it } from "vitest";
import {
  addressOf,
  type DescribedVideo,
  duplicateVideos,
  mergeDuplicates,
} from "../../../src/scoring/items/near-duplicates.ts";

const CAPTION = "A man in a red coat walks along the shore while gulls cry above the waves";
const video = (changes: Partial<DescribedVideo>): DescribedVideo => ({
  url: null,
  durationSeconds: null,
  caption: null,
  questions: [],
  ...changes,
});

describe("videos that may be duplicates", () => {
  it("share an address, all questions, or a caption and a duration", () => {
    const questions = ["Who sings first? The man The woman", "What follows the song? Applause Silence"];
    const videos = [
      video({ url: "https://www.youtube.com/watch?v=abcdefghijk&t=20", questions }),
      video({ url: "http://youtu.be/abcdefghijk" }),
      video({ questions: [questions[1] ?? "", questions[0]?.toUpperCase() ?? ""] }),
      video({ caption: CAPTION, durationSeconds: 61.2 }),
      video({ caption: `${CAPTION}.`, durationSeconds: 61 }),
      video({ caption: CAPTION, durationSeconds: 90 }),
      video({ caption: "A man walks" }),
      video({ caption: "A man walks" }),
      video({ questions: ["Is there a dog? Yes No"] }),
      video({ questions: ["Is there a dog? Yes No"] }),
      video({ url: "clips/7.mp4" }),
      video({ url: "clips/7.mp4" }),
    ];
    expect(duplicateVideos(videos)).toEqual([
      { video: 1, other: 0, reasons: ["SAME_ADDRESS"] },
      { video: 2, other: 0, reasons: ["SAME_QUESTIONS"] },
      { video: 4, other: 3, reasons: ["SAME_CAPTION"] },
    ]);
  });

  it("are listed once with all their reasons", () => {
    const one = video({ url: "https://example.org/a.mp4", caption: CAPTION });
    expect(duplicateVideos([one, one])).toEqual([{ video: 1, other: 0, reasons: ["SAME_ADDRESS", "SAME_CAPTION"] }]);
  });

  it.each([
    ["https://www.youtube.com/embed/abcdefghijk", "youtube:abcdefghijk"],
    ["https://m.youtube.com/watch?v=abcdefghijk#t=3", "youtube:abcdefghijk"],
    ["http://example.org/a.mp4#t=10,20", "https://example.org/a.mp4"],
    ["https://example.org/a.mp4?part=2", "https://example.org/a.mp4?part=2"],
    ["file:///a.mp4", null],
    ["a.mp4", null],
    [null, null],
  ])("are compared by the normalized address of %s", (url, expected) => {
    expect(addressOf(url)).toBe(expected);
  });

  it("give their questions one cluster number, even along a chain of duplicates", () => {
    const duplicates = [
      { video: 2, other: 1, reasons: [] },
      { video: 5, other: 2, reasons: [] },
      { video: 5, other: 0, reasons: [] },
    ];
    expect(Array.from(mergeDuplicates(Int32Array.of(0, 1, 2, 3, 5, -1), duplicates))).toEqual([0, 0, 0, 3, 0, -1]);
  });
});
