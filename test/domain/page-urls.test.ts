import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pagePaths, pageUrl } from "../../src/domain/page-urls.ts";

const parsed = (path: string): URL => new URL(pageUrl("http://127.0.0.1:4000", path));

describe("the address of a page", () => {
  it.each([
    [pagePaths.home(), "/"],
    [pagePaths.benchmark("worldsense"), "/benchmarks/worldsense"],
    [pagePaths.benchmark("worldsense", {}), "/benchmarks/worldsense"],
    [pagePaths.run("run_3"), "/runs/run_3"],
    [pagePaths.compare(["run_3", "run_2"]), "/compare?runs=run_3,run_2"],
    [pagePaths.questions(), "/questions"],
    [pagePaths.questions("worldsense"), "/questions?benchmark=worldsense"],
    [
      pagePaths.questions("worldsense", { levels: ["REASONING"] }),
      "/questions?benchmark=worldsense&filter=%7B%22levels%22:%5B%22REASONING%22%5D%7D",
    ],
    [pagePaths.question("question_12"), "/questions/question_12"],
    [pagePaths.submit(), "/submit"],
    [pagePaths.admin(), "/admin"],
  ])("is %s", (path, expected) => expect(path).toBe(expected));

  it("starts with the server's root, at any path", () => {
    expect(pageUrl("http://127.0.0.1:4000/", pagePaths.run("run_3"))).toBe("http://127.0.0.1:4000/runs/run_3");
    expect(pageUrl("https://example.org/omnidex", pagePaths.home())).toBe("https://example.org/omnidex/");
  });

  it("can be parsed back to its parts, whatever they contain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.json(), (text, json) => {
        fc.pre(text !== "." && text !== "..");
        const filter = { text, more: JSON.parse(json) as unknown };
        const url = parsed(pagePaths.questions(text, filter));
        expect(url.searchParams.get("benchmark")).toBe(text);
        expect(url.searchParams.get("filter")).toBe(JSON.stringify(filter));
        const run = parsed(pagePaths.run(text)).pathname;
        expect(decodeURIComponent(run.replace("/runs/", ""))).toBe(text);
        expect(run.split("/")).toHaveLength(3);
      }),
    );
  });
});
