import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  type AskedQuestion,
  askedQuestions,
  correctionInput,
  refusal,
  storedKeys,
  wrongLabel,
} from "./rescoring-client.ts";

const DEMO = "omnidex-demo";

let server: TestServer;
let questions: readonly AskedQuestion[];

const at = (index: number): AskedQuestion => {
  const question = questions[index];
  if (question === undefined) throw new Error(`no question ${index}`);
  return question;
};

beforeAll(async () => {
  server = await createTestServer();
  questions = await askedQuestions(server, DEMO);
});
afterAll(() => server.close());

describe("a correction that cannot be made", () => {
  const row = () => ({ question: at(0).key, answer: wrongLabel(at(0)) });
  const base = () => correctionInput(DEMO, [row()]).input;
  const cases: readonly [name: string, input: () => object, code: string, message: RegExp][] = [
    ["no benchmark", () => ({ ...base(), benchmark: "none" }), "NOT_FOUND", /no benchmark 'none'/],
    [
      "a benchmark that was not imported",
      () => ({ ...base(), benchmark: "worldsense" }),
      "NOT_FOUND",
      /no questions yet/,
    ],
    ["no reason", () => ({ ...base(), reason: " " }), "BAD_USER_INPUT", /'reason'/],
    ["no author", () => ({ ...base(), author: "" }), "BAD_USER_INPUT", /'author'/],
    ["no rows", () => ({ ...base(), corrections: [] }), "BAD_USER_INPUT", /'corrections'/],
    ["too many rows", () => ({ ...base(), corrections: Array(1001).fill(row()) }), "BAD_USER_INPUT", /1001 rows/],
    [
      "an unknown question",
      () => ({ ...base(), corrections: [row(), { question: `${at(1).key}x`, answer: "A" }] }),
      "BAD_USER_INPUT",
      /Row 1 \('.*x'\): The release has no such question.*Nearest/,
    ],
    [
      "a label that the question lacks",
      () => ({ ...base(), corrections: [{ ...row(), answer: "Z" }] }),
      "BAD_USER_INPUT",
      /Row 0 .*'Z' is not the label/,
    ],
    [
      "a text in the place of a label",
      () => ({ ...base(), corrections: [{ ...row(), answer: "the second" }] }),
      "BAD_USER_INPUT",
      /Row 0/,
    ],
    ["a question twice", () => ({ ...base(), corrections: [row(), row()] }), "BAD_USER_INPUT", /Row 1 .*Row 0 already/],
    [
      "the current answer",
      () => ({ ...base(), corrections: [{ ...row(), answer: at(0).label }] }),
      "BAD_USER_INPUT",
      /Row 0 .*already/,
    ],
  ];

  it.each(cases)("is refused and stores nothing: %s", async (_, input, code, message) => {
    const before = await storedKeys(server);
    const error = await refusal(server, input());
    expect(error.extensions.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(await storedKeys(server)).toEqual(before);
  });

  it("is refused with an error that lists every wrong row", async () => {
    const corrections = [row(), { question: "?", answer: "A" }, { question: at(1).key, answer: "?" }];
    const { extensions } = await refusal(server, { ...base(), corrections });
    expect(extensions.details).toMatchObject({
      issues: [
        { row: 1, question: "?" },
        { row: 2, question: at(1).key },
      ],
    });
  });

  it("is refused if the caller has no API key", async () => {
    expect((await refusal(server, base(), null)).extensions.code).toBe("UNAUTHENTICATED");
  });
});
