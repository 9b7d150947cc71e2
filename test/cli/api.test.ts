import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Finished, inFolder, omnidex } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

const cli = serveCli();
const api = (...args: readonly string[]): Promise<Finished> => cli.run(["api", ...args]);
const piped = (input: string, ...args: readonly string[]): Promise<Finished> =>
  omnidex(["api", ...args], { OMNIDEX_URL: cli.url(), OMNIDEX_API_KEY: ADMIN_KEY }, input);

/** The response of the endpoint itself. */
async function answered(query: string, variables = {}): Promise<unknown> {
  const response = await fetch(`${cli.url()}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const VIEWER = "{ viewer { owner admin } }";
const SLICE = `query ($filter: QuestionFilter, $n: Int) {
  questions(filter: $filter, first: $n) { totalCount nodes { key level task { slug } audioTypes { type } } }
}`;
const FILTER = '{"levels": ["REASONING"], "audioTypes": {"any": ["MUSIC"]}}';
const PAGED = `query ($endCursor: String) {
  questions(first: 200, after: $endCursor) { nodes { key } pageInfo { hasNextPage endCursor } }
}`;

describe("omnidex api", () => {
  it("takes the query as an argument, from a file, or from standard input", () =>
    inFolder(async (folder) => {
      const [file, request] = [join(folder, "query.graphql"), join(folder, "request.json")];
      await writeFile(file, VIEWER);
      await writeFile(request, JSON.stringify({ query: SLICE, variables: { n: 1, filter: JSON.parse(FILTER) } }));
      const expected = await answered(VIEWER);
      for (const found of [
        await api(VIEWER),
        await api(`@${file}`),
        await api("--input", file),
        await piped(VIEWER),
        await piped(VIEWER, "-"),
        await piped(VIEWER, "--input", "-"),
      ]) {
        expect(found).toMatchObject({ code: 0, stderr: "" });
        expect(JSON.parse(found.stdout)).toEqual(expected);
      }
      const variables = { n: 2, filter: JSON.parse(FILTER) };
      const overridden = await api("--input", request, "-F", "n=2");
      expect(JSON.parse(overridden.stdout)).toEqual(await answered(SLICE, variables));
    }));

  it("reads variables as JSON, as text, from files, and from standard input", () =>
    inFolder(async (folder) => {
      const file = join(folder, "filter.json");
      await writeFile(file, FILTER);
      const expected = await answered(SLICE, { filter: JSON.parse(FILTER), n: 5 });
      expect(JSON.parse((await api(SLICE, "-F", `filter=@${file}`, "-F", "n=5")).stdout)).toEqual(expected);
      expect(JSON.parse((await api(SLICE, "-F", `filter=${FILTER}`, "-F", "$n=5")).stdout)).toEqual(expected);
      expect(JSON.parse((await piped(FILTER, SLICE, "-F", "filter=@-", "-F", "n=5")).stdout)).toEqual(expected);
      const asText = await api(SLICE, "-f", "n=5");
      expect(asText.code).toBe(1);
      expect(asText.stderr).toContain("Int cannot represent non-integer value");
      const slug = "query ($slug: String!) { benchmark(slug: $slug) { slug } }";
      expect((await api(slug, "-f", "slug=omnidex-demo", "--jq", ".data.benchmark.slug")).stdout).toBe(
        "omnidex-demo\n",
      );
      expect((await api(slug, "-F", "slug=omnidex-demo", "--jq", ".data.benchmark.slug")).stdout).toBe(
        "omnidex-demo\n",
      );
      // A text that looks like a number remains a text, as does a number that JavaScript cannot represent.
      for (const given of [
        ["-f", "slug=7"],
        ["-F", "slug=123456789012345678901"],
      ])
        expect(JSON.parse((await api(slug, ...given)).stdout)).toEqual({ data: { benchmark: null } });
    }));

  it("prints only the fields that --json names", async () => {
    const { stdout } = await api(
      SLICE,
      "-F",
      `filter=${FILTER}`,
      "-F",
      "n=3",
      "--json",
      "key,task.slug,audioTypes.type",
    );
    const { data } = (await answered(SLICE, { filter: JSON.parse(FILTER), n: 3 })) as {
      data: {
        questions: { nodes: readonly { key: string; task: { slug: string }; audioTypes: { type: string }[] }[] };
      };
    };
    expect(JSON.parse(stdout)).toEqual(
      data.questions.nodes.map(({ key, task, audioTypes }) => ({
        key,
        "task.slug": task.slug,
        "audioTypes.type": audioTypes.map(({ type }) => type),
      })),
    );
    expect(data.questions.nodes).toHaveLength(3);
    expect(JSON.parse((await api(VIEWER, "--json", "admin")).stdout)).toEqual([{ admin: true }]);
  });

  it("prints the result of a jq filter on the answer", async () => {
    const filter = ".data.benchmarks[] | select(.questionCount > 0) | .slug, [.questionCount]";
    expect(await api("{ benchmarks { slug questionCount } }", "--jq", filter)).toEqual({
      code: 0,
      stdout: "omnidex-demo\n[480]\n",
      stderr: "",
    });
  });

  it("follows a connection to its last page", async () => {
    const keys = JSON.parse((await api(PAGED, "--paginate", "--json", "key")).stdout) as { key: string }[];
    expect(new Set(keys.map(({ key }) => key)).size).toBe(480);
    const counts = await api(PAGED, "--paginate", "--jq", ".data.questions.nodes | length");
    expect(counts).toEqual({ code: 0, stdout: "200\n200\n80\n", stderr: "" });
    expect((await api(PAGED, "--jq", ".data.questions.nodes | length")).stdout).toBe("200\n");
  });

  it("prints a response that contains errors, each with its code and path, and fails", async () => {
    const query = "{ viewer { owner } a: apiKeys(first: 1) { totalCount } b: apiKeys(first: 1) { totalCount } }";
    const { code, stdout, stderr } = await cli.run(["api", query], { OMNIDEX_API_KEY: "" });
    const answer = JSON.parse(stdout) as {
      errors: { message: string; path: string[]; extensions: { code: string } }[];
    };
    expect(code).toBe(1);
    expect(answer.errors.length).toBeGreaterThan(0);
    expect(stderr).toBe(
      answer.errors
        .map(({ message, path, extensions }) => `omnidex: ${message}\n${extensions.code} at ${path.join(".")}\n`)
        .join("")
        .concat(
          "Log in with 'omnidex login', or set OMNIDEX_API_KEY. 'omnidex whoami' shows which key is sent, and why.\n",
        ),
    );
  });

  it("names the place in the document for an error without a path", async () => {
    const { code, stderr } = await api("{ viewer { owner } nope }", "--jq", ".data.viewer.owner | length");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^omnidex: Cannot query field "nope".*\nBAD_USER_INPUT at 1:20\n$/),
    });
  });

  it.each<[string, readonly string[], string, string]>([
    ["a query twice", [VIEWER, "--input", "x"], "The query is given twice.", "--input"],
    ["a missing file", ["@/no/such.graphql"], "'/no/such.graphql' with the query cannot be read", "ENOENT"],
    ["no query", ["  "], "The query is empty.", ""],
    ["a variable without a value", [VIEWER, "-F", "n"], "'n' is not a variable.", "-F name=value"],
    ["a variable without a name", [VIEWER, "-f", "=n"], "'=n' is not a variable.", "-f name=value"],
    ["a variable twice", [VIEWER, "-f", "n=1", "-F", "n=2"], "The variable 'n' is given twice.", ""],
    [
      "a number that JSON cannot hold",
      ["query ($n: Int) { a(n: $n) }", "-F", "n=1e400"],
      "variables.n is Infinity",
      "",
    ],
    [
      "such a number within a value",
      ["query ($f: F) { a(f: $f) }", "-F", `f={"and":[{"gt":-1e999}]}`],
      "variables.f.and[0].gt is -Infinity; expected a finite number.",
      "",
    ],
    ["a variable that the query does not have", ["query ($f: F) { a(f: $f) }", "-f", "first=1"], "'$first'", ""],
    ["a variable's field twice", [VIEWER, "-F", 'n={"a":[{"b":1,"b":2}]}'], "'n.a.0.b' is given twice.", ""],
    ["a missing file of a variable", [VIEWER, "-F", "n=@/no"], "'/no' with the variable 'n' cannot be read", ""],
    ["standard input twice", ["-", "-F", "n=@-"], "Standard input is already read for the query", "variable 'n'"],
    [
      "an invalid filter",
      [VIEWER, "--jq", ".data["],
      "The filter '.data[' fails",
      "Filters are written in jq's language",
    ],
    ["a filter that fails", [VIEWER, "--jq", ".data.viewer.owner[]"], "fails", "Filters are written in jq's language"],
    ["--jq and --json together", [VIEWER, "--jq", ".", "--json", "owner"], "cannot be used with", "--help"],
    ["a field that is not asked for", [VIEWER, "--json", "ownr"], "The response has no field 'ownr'.", "mean 'owner'?"],
    ["--json for two objects", [`{ a: viewer { owner } b: viewer { owner } }`, "--json", "owner"], "has a, b", "--jq"],
    ["pages without a cursor", [VIEWER, "--paginate"], "the variable $endCursor", "As in: query ($endCursor"],
    [
      "pages without a next cursor",
      ["query ($endCursor: String) { questions(first: 1, after: $endCursor) { totalCount } }", "--paginate"],
      "--paginate needs a query that asks for pageInfo",
      "As in: query ($endCursor",
    ],
    [
      "pages of two connections",
      [
        `query ($endCursor: String) { a: runs(first: 1, after: $endCursor) { pageInfo { hasNextPage endCursor } }
          b: runs(first: 1, after: $endCursor) { pageInfo { hasNextPage endCursor } } }`,
        "--paginate",
      ],
      "data.a and data.b",
      "Ask for pageInfo in only one",
    ],
  ])("refuses %s", async (_name, args, message, hint) => {
    const { code, stderr } = await piped("x", ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it("refuses a query whose next page is the same page again", async () => {
    // The cursor is passed to a field other than the connection.
    const named = `query ($endCursor: String! = "x") {
      benchmark(slug: $endCursor) { slug } runs(first: 1) { pageInfo { hasNextPage endCursor } }
    }`;
    const { code, stderr } = await api(named, "--paginate");
    expect(code).toBe(2);
    expect(stderr).toContain("The next page is the same page.");
    expect(stderr).toContain("after: $endCursor");
  });

  it.each([["http://127.0.0.1:2", "Cannot reach http://127.0.0.1:2/graphql: ECONNREFUSED"]])(
    "gives advice if no server answers: %s",
    async (url, message) => {
      const { code, stdout, stderr } = await omnidex(["api", VIEWER], { OMNIDEX_URL: url });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(new RegExp(`^omnidex: ${message}\nStart a server`));
    },
  );

  it("fails with a message if the address has no endpoint", async () => {
    const { code, stderr } = await cli.run(["api", VIEWER], { OMNIDEX_URL: `${cli.url()}/elsewhere` });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("omnidex: ") });
  });
});
