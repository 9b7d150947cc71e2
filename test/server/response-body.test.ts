import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyOf } from "../../src/server/http/fast-listener.ts";

const bytesOf = (body: Buffer | string): Buffer => (typeof body === "string" ? Buffer.from(body) : body);

describe("the body of an answer in pieces", () => {
  it("has the bytes of the whole text", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 30 });
    // Repeated, so that bodies on both sides of the limit occur.
    const piece = fc.tuple(text, fc.constantFrom(1, 40, 400)).map(([one, times]) => one.repeat(times));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(bytesOf(bodyOf(pieces)).equals(Buffer.from(pieces.join("")))).toBe(true);
      }),
    );
  });

  it("is a text while it is short, and bytes when it is long", () => {
    expect(bodyOf(['{"data":', "{}", "}"])).toBe('{"data":{}}');
    expect(bodyOf(["[", "é".repeat(5_000), "]"])).toBeInstanceOf(Buffer);
  });
});
