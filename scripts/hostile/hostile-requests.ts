import { existsSync, readFileSync } from "node:fs";
import { getIntrospectionQuery } from "graphql";

/** A body that is sent to `/graphql`, or an address without a body. */
export type HostileRequest = { readonly kind: string } & ({ readonly body: string } | { readonly path: string });

export const SLUG = "hostile-bench";

const VALIDATE = "mutation($input:SubmitRunInput!){validateRun(input:$input){report{ok errorCount warningCount}}}";
const GOLDEN = new URL("../../../shared/golden/hostile_responses.jsonl", import.meta.url);

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");

/** Texts that are costly for extractors, found by `npm run measure -- fuzz` and by hand. */
const COSTLY = [
  "A. calm violin\nB. dusty island\n",
  "(A) (B) (C) not A, but B; ",
  "no, wait, the answer is not A but (B). ",
  '**A** or *B* `C` "D", ',
  '{"answer": ',
  "<think>A</think> ",
  "[[[((({{{",
  "Option B would be right if the answer were not option C, or D. ",
  "\u{1d4b3}\ud800 音 ﷺ ",
];

export const costlyText = (index: number, length: number): string => {
  const unit = COSTLY[index % COSTLY.length] as string;
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
};

/** The hostile responses in the file `GOLDEN`, if it is available. */
const golden = (): readonly string[] =>
  existsSync(GOLDEN)
    ? readFileSync(GOLDEN, "utf8")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { readonly response: string }).response)
    : COSTLY;

/** A `validateRun` with the given number of rows. */
export function validation(rows: number, text: (index: number) => string, from = 0): string {
  const predictions = Array.from({ length: rows }, (_, index) => ({
    question: `question-${from + index}`,
    response: text(from + index),
  }));
  const input = {
    benchmark: SLUG,
    model: { name: "Hostile" },
    inputs: ["VIDEO"],
    idempotencyKey: "hostile",
    predictions,
  };
  return JSON.stringify({ query: VALIDATE, variables: { input } });
}

const request = (query: string, variables: unknown = {}): string => JSON.stringify({ query, variables });

/** Each fragment spreads the next one twice. */
const doubling = (levels: number): string =>
  `{benchmarks{...f0}}${times(levels, (i) => `fragment f${i} on Benchmark{slug ${i < levels - 1 ? `...f${i + 1} ...f${i + 1}` : ""}}`)}`;

/**
 * One request of each kind: some within the limits of a document, some beyond them. Small requests are frequent,
 * requests of several megabytes are rare.
 * @param run a run, whose responses are costly to read
 * @param long a run with as many bytes of responses as its owner may store, or some
 */
export function hostileRequests(
  run: string,
  long: string,
): readonly { readonly every: number; readonly request: HostileRequest }[] {
  const texts = golden();
  const rows = (count: number, length: number): string => validation(count, (index) => costlyText(index, length));
  const often: Record<string, string> = {
    "golden responses": validation(texts.length, (index) => texts[index] ?? ""),
    "30 costly rows": rows(30, 4_000),
    "aliases of __typename": request(`{${times(3_300, (i) => `a${i}:__typename`)}}`),
    "aliases of a text": request(`{questions(first:480){nodes{${times(3_200, (i) => `a${i}:text`)}}}}`),
    "1,600 root fields": request(`{${times(1_600, (i) => `a${i}:benchmarks{slug}`)}}`),
    "a field 3,000 times": request(`{benchmarks{${"slug ".repeat(3_000)}}}`),
    "fragments that overlap": request(
      `{${times(150, (i) => `benchmarks{...f${i}}`)}}${times(150, (i) => `fragment f${i} on Benchmark{slug a${i}:slug}`)}`,
    ),
    "a name of 100,000 characters": request(`{${"a".repeat(99_000)}}`),
    "9,000 aliases": request(`{${times(9_000, (i) => `a${i}:id`)}}`),
    "400 fragments": request(
      `{${times(400, (i) => `benchmarks{...f${i}}`)}}${times(400, (i) => `fragment f${i} on Benchmark{slug}`)}`,
    ),
    "fragments that double": request(doubling(25)),
    "fragments that double under aliases": request(
      `{benchmarks{...f0}}${times(15, (i) => {
        const next = i < 14 ? `...f${i + 1}` : "slug";
        return `fragment f${i} on Benchmark{a:release{...g${i}} b:release{...g${i}}} fragment g${i} on Release{a:benchmark{${next}} b:benchmark{${next}}}`;
      })}`,
    ),
    "60 searches in long responses": request(
      `{${times(60, (i) => `a${i}:run(id:"${long}"){predictions(filter:{text:"word ${i}"},first:1){totalCount}}`)}}`,
    ),
    "a search in long responses": request(`{run(id:"${long}"){predictions(filter:{text:"no such"}){totalCount}}}`),
    "pages of long responses": request(
      `{${times(9, (i) => `a${i}:run(id:"${long}"){predictions(first:1000){nodes{response}}}`)}}`,
    ),
    "a page of long responses": request(`{run(id:"${long}"){predictions(first:1000){nodes{response}}}}`),
    "350 breakdowns": request(
      `{run(id:"${run}"){${times(350, (i) => `a${i}:breakdown(by:[TASK],filter:{durationSeconds:{gt:${i}}}){score{value}}`)}}}`,
    ),
    "100 comparisons": request(
      `{${times(100, (i) => `a${i}:compareRuns(a:"${run}",b:"${long}",filter:{durationSeconds:{gt:${i}}}){difference}`)}}`,
    ),
    "introspection 60 times": request(`{${times(60, (i) => `s${i}:__schema{types{name fields{name args{name}}}}`)}}`),
    introspection: request(getIntrospectionQuery()),
    "a filter of 9,000 values": request("query($k:[String!]){questions(filter:{keys:$k},first:1){totalCount}}", {
      k: Array.from({ length: 9_000 }, (_, i) => `k${i}`),
    }),
    "nests 10,000 deep": request(`${"{a".repeat(10_000)}${"}".repeat(10_000)}`),
    "not JSON": "[".repeat(100_000),
    "an audit": request(`{run(id:"${run}"){audit(extractor:"lmms-eval-worldsense"){differences}}}`),
    "twelve audits": request(
      `{${times(12, (i) => `a${i}:run(id:"${run}"){audit(extractor:"vlmevalkit-worldsense"){differences}}`)}}`,
    ),
  };
  const seldom: Record<string, string> = {
    "an identifier of 15 MB": request(`{${"a".repeat(15_000_000)}}`),
    "a string of 15 MB": request(`{benchmark(slug:"${"a".repeat(15_000_000)}"){slug}}`),
    "a comment of 15 MB": request(`#${"a".repeat(15_000_000)}\n{benchmarks{slug}}`),
    "a variable of 15 MB": request("query($k:String!){benchmark(slug:$k){slug}}", { k: "a".repeat(15_000_000) }),
    "a filter text of 14 MB": request("query($k:String!){questions(filter:{text:$k}){totalCount}}", {
      k: "a ".repeat(7_000_000),
    }),
    "a million values": request("{benchmarks{slug}}", { x: Array.from({ length: 1_000_000 }, (_, i) => i) }),
    "300,000 ids": request("query($k:[ID!]!){nodes(ids:$k){id}}", {
      k: Array.from({ length: 300_000 }, (_, i) => `run_${i}`),
    }),
    "50,000 filters": request("query($k:QuestionFilter){questions(filter:$k){totalCount}}", {
      k: { or: Array.from({ length: 50_000 }, (_, i) => ({ durationSeconds: { gt: i } })) },
    }),
    "a response of 900,000 characters": rows(1, 900_000),
    "3,000 costly rows": rows(3_000, 4_000),
  };
  const listed = (requests: Record<string, string>, every: number) =>
    Object.entries(requests).map(([kind, body]) => ({ every, request: { kind, body } }));
  const address = `/graphql?query=${encodeURIComponent(doubling(40))}`;
  return [
    ...listed(often, 1),
    ...listed(seldom, 20),
    { every: 1, request: { kind: "fragments that double, in an address", path: address } },
  ];
}
