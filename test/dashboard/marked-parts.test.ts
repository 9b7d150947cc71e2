import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markedParts } from "../../src/dashboard/questions/model-response.tsx";

/** The marked pieces of a text, each with the reason for its mark. */
const marks = (...call: Parameters<typeof markedParts>): string[] =>
  markedParts(...call).flatMap(({ part, mark }) => (mark === null ? [] : [`${mark}: ${part}`]));

describe("the marks in a response", () => {
  it("are the text that the extractor read and the text that the reader searched for", () => {
    const text = "The answer is B, because b is louder.";
    expect(marks(text, { start: 14, end: 15 }, "")).toEqual(["READ: B"]);
    expect(marks(text, { start: 14, end: 15 }, "THE ANSWER")).toEqual(["FOUND: The answer", "READ: B"]);
    expect(marks(text, { start: 14, end: 15 }, "is b")).toEqual(["FOUND: is ", "FOUND: B"]);
  });

  it("match the searched text literally", () => {
    expect(marks("a.b a+b (c) [d] \\ $", null, "a.b")).toEqual(["FOUND: a.b"]);
    for (const said of ["a+b", "a.b a", "(c)", "[d]", "\\", "$"])
      expect(marks("a.b a+b (c) [d] \\ $", null, said)).toEqual([`FOUND: ${said}`]);
    expect(marks("well-known / other", null, "-known /")).toEqual(["FOUND: -known /"]);
    expect(marks("GRÜN und grün", null, "grün")).toEqual(["FOUND: GRÜN", "FOUND: grün"]);
    expect(marks("nothing of it", null, "else")).toEqual([]);
  });

  it("never change the text", () => {
    const span = fc.tuple(fc.nat(30), fc.nat(30)).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }));
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.option(span), fc.string({ unit: "binary" }), (text, read, said) => {
        expect(
          markedParts(text, read, said)
            .map(({ part }) => part)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
