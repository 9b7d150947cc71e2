import { afterAll, beforeAll, expect, it } from "vitest";
import { DATASHEET_TOPICS, type Datasheet } from "../../../src/domain/datasheet.ts";
import { sharedPaper } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const TOPICS = Object.keys(DATASHEET_TOPICS) as (keyof typeof DATASHEET_TOPICS)[];
const DOCUMENT = `query ($slug: String!) { benchmark(slug: $slug) { datasheet {
  ${TOPICS.map((topic) => `${topic} { text source }`).join(" ")} licenses { text source } licensesDiffer } } }`;

const datasheet = async (slug: string): Promise<Datasheet | null> =>
  (await server.data<{ benchmark: { datasheet: Datasheet | null } }>(DOCUMENT, { slug })).benchmark.datasheet;

/** The topics that a benchmark's paper and repository leave open. */
const NOT_STATED: Readonly<Record<string, readonly string[]>> = {
  worldsense: ["annotationsPerItem"],
  mmworld: ["annotators", "annotationsPerItem"],
  omnivideobench: ["annotationsPerItem", "limitations", "maintenance"],
  "avi-bench": ["annotationsPerItem", "maintenance"],
};

it("facts that no source states are null, and each other fact names its source", async () => {
  for (const [slug, absent] of Object.entries(NOT_STATED)) {
    const sheet = await datasheet(slug);
    expect([slug, TOPICS.filter((topic) => sheet?.[topic] === null)]).toEqual([slug, absent]);
    for (const fact of [...TOPICS.map((topic) => sheet?.[topic] ?? null), ...(sheet?.licenses ?? [])])
      if (fact !== null) expect(fact.source).toMatch(/, (Section|Appendix|Impact|title)|^repository: /);
  }
  expect(await datasheet("omnidex-demo")).toBeNull();
});

it("licences that are stated differently are marked", async () => {
  const licences = async (slug: string) => {
    const sheet = await datasheet(slug);
    return [sheet?.licensesDiffer, ...(sheet?.licenses.map(({ text }) => text) ?? [])];
  };
  expect(await licences("worldsense")).toEqual([true, "CC BY-NC-SA 4.0", "CC BY-NC 4.0"]);
  expect(await licences("mmworld")).toEqual([true, "CC BY 4.0", "CC BY 4.0", "MIT"]);
  expect(await licences("omnivideobench")).toEqual([false, "CC BY-NC-SA 4.0"]);
});

/** Words of a fact, and words of the paper that state it. White space and marks of emphasis are ignored. */
const EVIDENCE: readonly (readonly [slug: string, topic: keyof Datasheet, fact: string, paper: string])[] = [
  ["worldsense", "collection", "about 8,000 videos", "from about 8,000 initial videos"],
  ["worldsense", "annotationProtocol", "200 videos", "one-week training program with 200 videos (excluded from final"],
  ["worldsense", "annotators", "80 professional annotators", "consists of 80 professional annotators"],
  ["worldsense", "contact", "weidi@sjtu.edu.cn", "{jaaackhong, tattoo.ysl}@gmail.com weidi@sjtu.edu.cn"],
  ["worldsense", "maintenance", "no erratum yet", "Currently, we do not have an erratum."],
  ["worldsense", "licenses", "CC BY-NC-SA 4.0", "is released under the CC BY-NC-SA 4.0 License"],
  ["worldsense", "licenses", "CC BY-NC 4.0", "release our benchmark under CC BY-NC 4.0 license"],
  ["mmworld", "qualityControl", "above 95 %", "HIT approval rate greater than 95%"],
  ["mmworld", "contact", "xhe89@ucsc.edu", "The email address is xhe89@ucsc.edu"],
  ["mmworld", "licenses", "CC BY 4.0", "licensed under the CC-BY 4.0 license"],
  ["omnivideobench", "collection", "after June 2024", "published after June 2024"],
  ["omnivideobench", "annotators", "A second group", "Another group of annotators conducts the final refinement"],
  ["omnivideobench", "qualityControl", "1,103 after", "1103 questions were retained"],
  ["omnivideobench", "contact", "liujiaheng@nju.edu.cn", "Nanjing University, liujiaheng@nju.edu.cn"],
  ["avi-bench", "annotationProtocol", "62 %", "62% of the data consists of fully manually constructed samples"],
  ["avi-bench", "annotators", "Master's degree", "All annotators held a Master’s degree"],
  ["avi-bench", "qualityControl", "each further 25 %", "For every additional 25% completed"],
];

const PAPERS: Readonly<Record<string, string>> = {
  worldsense: "worldsense.md",
  mmworld: "mmworld-appendix.md",
  omnivideobench: "omnivideobench.md",
  "avi-bench": "avi-bench.txt",
};

const plain = (text: string): string =>
  text
    .replace(/\*/g, "")
    .replace(/\n\d+ /g, " ")
    .replace(/\s+/g, " ");

it("facts have the papers' numbers and addresses", async (context) => {
  for (const [slug, topic, fact, words] of EVIDENCE) {
    expect(plain(sharedPaper(context, PAPERS[slug] ?? ""))).toContain(words);
    expect(JSON.stringify((await datasheet(slug))?.[topic])).toContain(fact);
  }
});
