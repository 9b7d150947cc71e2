import { beforeAll, describe, expect, it } from "vitest";
import { Omnidex, type Question } from "../../src/sdk/index.ts";
import { seeded } from "../server/hidden/hidden-benchmark.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";
import { readTable } from "./table-reading.ts";

const cli = serveCli();
const sdk = (): Omnidex => new Omnidex({ url: cli.url(), apiKey: ADMIN_KEY });
const DEMO = "omnidex-demo";
/** Beside the demo's three runs of one family. */
const MODELS = ["alpha-1", "alpha-2", "beta-1", "beta-2", "gamma-1", "gamma-2", "delta-1", "delta-2", "epsilon-1"];
/** Whose key the able models contradict, and with which option. */
let wrong: Question;
let other: string;

beforeAll(async () => {
  const questions = await sdk()
    .questions({ filter: { benchmarks: [DEMO] } })
    .toArray();
  wrong = questions[10] as Question;
  other = wrong.options.find(({ label }) => label !== wrong.answer?.label)?.label ?? "";
  for (const [index, name] of MODELS.entries()) {
    const random = seeded(100 + index);
    const skill = 0.3 + 0.07 * index;
    const predictions = questions.map(({ key, answer, options }) => {
      const [knows, guess] = [random(), random()];
      const lure = options[Math.floor(guess * options.length)]?.label ?? "A";
      const right = key === wrong.key ? other : (answer?.label ?? "A");
      return { question: key, response: knows < skill || key === wrong.key ? right : lure };
    });
    await sdk().submitRun({ benchmark: DEMO, model: { name }, inputs: ["VIDEO"], visibility: "PUBLIC", predictions });
  }
}, 600_000);

describe("omnidex items", () => {
  it("prints the SDK's items as JSON, and their figures in columns", async () => {
    const slice = ["--level", "reasoning"];
    const list = sdk().itemAnalysis(DEMO, { filter: { levels: ["REASONING"] }, withModel: true });
    const nodes = await list.take(5).toArray();
    const { evidence, totalCount } = await list.page();
    const printed = await cli.json<object>(["items", DEMO, ...slice, "--limit", "5"]);
    expect(printed).toMatchObject({ evidence, totalCount, leftOut: 0, withheld: [], nodes });
    const text = await cli.print(
      ["items", DEMO, ...slice, "--limit", "5"],
      `5 of ${totalCount} questions. --limit shows more.`,
    );
    const rows = readTable(text, "KEY");
    expect(rows).toHaveLength(5);
    for (const [index, { question, asked, model, discrimination }] of nodes.entries()) {
      expect(rows[index]).toMatchObject({ KEY: question.key, RUNS: String(asked) });
      expect(rows[index]?.A).toBe(model?.a.toFixed(2).replace("-", "−"));
      expect(rows[index]?.B).toBe(model?.b?.toFixed(2).replace("-", "−"));
      expect(rows[index]?.DISCR).toBe(discrimination?.toFixed(2).replace("-", "−"));
    }
  });

  it("orders them, and writes CSV with full precision", async () => {
    const csv = await cli.print(
      ["items", DEMO, "--order", "share", "--limit", "2", "--format", "csv"],
      `${DEMO}, 12 runs of 6 families\n2 of 480 questions. --limit shows more.`,
    );
    const [head = "", first = ""] = csv.split("\n");
    expect(head.toLowerCase()).toContain("discr,a,a_error,b,");
    const [least] = await sdk()
      .itemAnalysis(DEMO, { orderBy: { field: "SHARE", direction: "ASC" } })
      .take(1)
      .toArray();
    expect(first.startsWith(`${least?.question.key},${least?.asked},`)).toBe(true);
  });

  it("says on stderr what few runs cannot tell", async () => {
    const { code, stdout, stderr } = await cli.run(["items", DEMO, "--model", "demo-small", "--limit", "1"]);
    expect(code).toBe(0);
    expect(stderr).toContain("All figures left out: there are 1 run of 1 family, and they need 3 runs of 1 family.");
    expect(stderr).toContain("A and B left out: there are 1 run of 1 family, and they need 8 runs of 3 families.");
    expect(readTable(stdout, "KEY")[0]).not.toHaveProperty("RIGHT");
  });
});

describe("omnidex suspects and review-key", () => {
  it("lists a key that the models contradict first, as the SDK does", async () => {
    const list = await cli.json<{ nodes: readonly { readonly question: { readonly key: string } }[] }>([
      "suspects",
      DEMO,
      "--limit",
      "1",
    ]);
    expect(list.nodes).toEqual(await sdk().keySuspects(DEMO, { rankChanges: 100 }).take(1).toArray());
    expect(list.nodes[0]?.question.key).toBe(wrong.key);
    const { stdout } = await cli.run(["suspects", DEMO, "--limit", "1"]);
    expect(readTable(stdout, "KEY")[0]).toMatchObject({ KEY: wrong.key, IS: wrong.answer?.label, PROPOSED: other });
  });

  it("marks it, shows the review, and corrects the key once it is confirmed", async () => {
    const review = (...more: string[]) => cli.print(["review-key", DEMO, wrong.key, "--reason", "looked", ...more]);
    expect(await review("--verdict", "ambiguous")).toBe(
      `${wrong.key}: the key ${wrong.answer?.label} is marked as ambiguous.\n`,
    );
    const { stdout } = await cli.run(["suspects", DEMO, "--reviewed"]);
    expect(readTable(stdout, "KEY")).toMatchObject([{ KEY: wrong.key, REVIEW: "ambiguous" }]);
    const done = await review("--verdict", "confirmed", "--answer", other);
    expect(done).toContain(`the key is now ${other}; it was ${wrong.answer?.label}. Revision 2, 12 runs rescored`);
    expect((await sdk().keyReviews(DEMO, wrong.key))?.map(({ verdict }) => verdict)).toEqual([
      "AMBIGUOUS",
      "CONFIRMED",
    ]);
    expect((await sdk().question(DEMO, wrong.key))?.answer?.label).toBe(other);
    expect(await sdk().keyReviews(DEMO, "none")).toBeNull();
  });

  it("refuses an answer without its verdict, and a caller without a key", async () => {
    const asked = ["review-key", DEMO, wrong.key, "--reason", "r", "--verdict", "right"];
    expect(await cli.run([...asked, "--answer", "A"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--answer needs --verdict confirmed."),
    });
    const { code, stderr } = await cli.run(asked, { OMNIDEX_API_KEY: "" });
    expect(code).not.toBe(0);
    expect(stderr).toContain("Writing needs a key");
  });
});
