import type { DocumentNode } from "graphql";
import { describe, expectTypeOf, test } from "vitest";
import {
  type AnswerFormat,
  type BreakdownCell,
  type Facet,
  type LeaderboardEntry,
  type Level,
  type Node,
  Omnidex,
  type OmnidexApiError,
  type OmnidexErrorCode,
  type OmnidexNotFoundError,
  type Question,
  type ReversiblePaged,
  type Run,
  type ScoreTableRow,
  type SubmittedRun,
  TypedDocumentString,
} from "../../src/sdk/index.ts";

/** The type that `@graphql-typed-document-node/core` exports, copied literally. */
interface TypedDocumentNode<TResult, TVariables> extends DocumentNode {
  __apiType?: (variables: TVariables) => TResult;
}
type Result = { benchmark: { slug: string } | null };

const omnidex = new Omnidex({ url: "http://127.0.0.1:4000" });
/** Takes code whose types are checked and that never runs. */
const unrun = (_work: () => unknown): void => {};

describe("the types that the SDK infers", () => {
  test("are right for lists", () => {
    expectTypeOf(omnidex.questions).returns.toEqualTypeOf<ReversiblePaged<Question>>();
    expectTypeOf<Question["answerFormat"]>().toEqualTypeOf<AnswerFormat>();
    expectTypeOf<Question["level"]>().toEqualTypeOf<Level>();
    expectTypeOf<Question["requiresAudio"]>().toEqualTypeOf<boolean | null>();
    expectTypeOf<Question["options"][number]>().toEqualTypeOf<{ readonly label: string; readonly text: string }>();
    expectTypeOf(omnidex.questions().take(3).toArray).returns.resolves.toEqualTypeOf<Question[]>();
    expectTypeOf(omnidex.questions().page).returns.resolves.toHaveProperty("totalCount").toEqualTypeOf<number>();
  });

  test("are right for single reads and writes", () => {
    expectTypeOf(omnidex.run).returns.resolves.toEqualTypeOf<Run | null>();
    expectTypeOf(omnidex.facets).returns.resolves.toEqualTypeOf<readonly Facet[]>();
    expectTypeOf(omnidex.breakdown).returns.resolves.toEqualTypeOf<readonly BreakdownCell[]>();
    expectTypeOf<BreakdownCell["score"]["chance"]>().toEqualTypeOf<number | null>();
    expectTypeOf(omnidex.submitRun).returns.resolves.toEqualTypeOf<SubmittedRun>();
    expectTypeOf<SubmittedRun>().toExtend<Run>();
  });

  test("are right for a node, by its __typename", () => {
    expectTypeOf<Node["__typename"]>().toEqualTypeOf<
      "Benchmark" | "Release" | "Category" | "Task" | "Question" | "Video" | "Model" | "Run" | "PublishedResult"
    >();
    expectTypeOf<Extract<Node, { __typename: "PublishedResult" }>["key"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Extract<Node, { __typename: "Question" }>["key"]>().toEqualTypeOf<string>();
  });

  test("are right for an entry of a leaderboard and a row of a table, by their __typename", () => {
    expectTypeOf<LeaderboardEntry["__typename"]>().toEqualTypeOf<"RankedRun" | "RankedFigure">();
    expectTypeOf<Extract<LeaderboardEntry, { __typename: "RankedRun" }>["run"]["id"]>().toEqualTypeOf<string>();
    expectTypeOf<Extract<LeaderboardEntry, { __typename: "RankedRun" }>["score"]["n"]>().toEqualTypeOf<number>();
    expectTypeOf<
      Extract<LeaderboardEntry, { __typename: "RankedFigure" }>["publishedResult"]["source"]
    >().toEqualTypeOf<string>();
    expectTypeOf<LeaderboardEntry>().not.toHaveProperty("run");
    type RunRow = Extract<ScoreTableRow, { __typename: "ScoreTableRun" }>;
    expectTypeOf<NonNullable<RunRow["cells"][number]>["score"]["n"]>().toEqualTypeOf<number>();
  });

  test("are right for errors: each class has its own code", () => {
    expectTypeOf<OmnidexApiError["code"]>().toEqualTypeOf<OmnidexErrorCode>();
    expectTypeOf<OmnidexNotFoundError["code"]>().toEqualTypeOf<"NOT_FOUND">();
  });
});

describe("query", () => {
  const text = new TypedDocumentString<Result, { slug: string }>("…");
  const node = {} as TypedDocumentNode<Result, { slug: string }>;
  const free = new TypedDocumentString<Result, { slug?: string | null }>("…");

  test("takes its types from the document", () =>
    unrun(() => {
      expectTypeOf(omnidex.query(text, { slug: "a" })).resolves.toEqualTypeOf<Result>();
      expectTypeOf(omnidex.query(node, { slug: "a" })).resolves.toEqualTypeOf<Result>();
      expectTypeOf(omnidex.query(free)).resolves.toEqualTypeOf<Result>();
      expectTypeOf(omnidex.query("{ a }")).resolves.toEqualTypeOf<Record<string, unknown>>();
      expectTypeOf(omnidex.query<{ a: 1 }>("{ a }", { any: "thing" })).resolves.toEqualTypeOf<{ a: 1 }>();
      expectTypeOf(omnidex.query({} as DocumentNode)).resolves.toEqualTypeOf<unknown>();
    }));

  test("refuses missing variables, and variables of the wrong type", () =>
    unrun(() => {
      // @ts-expect-error slug is missing
      omnidex.query(text);
      // @ts-expect-error slug is missing
      omnidex.query(node, {});
      // @ts-expect-error slug is a string
      omnidex.query(text, { slug: 1 });
    }));
});

test("an input with a wrong value, an unknown field or a missing field does not compile", () =>
  unrun(() => {
    // @ts-expect-error NOISE is not an audio type
    omnidex.questions({ filter: { audioTypes: { any: ["NOISE"] } } });
    // @ts-expect-error there is no such filter
    omnidex.questions({ filter: { audioType: "MUSIC" } });
    // @ts-expect-error by is missing
    omnidex.facets({});
    omnidex.questions({ filter: { levels: ["REASONING"] as const, durationSeconds: { gt: 600 } } });
  }));
