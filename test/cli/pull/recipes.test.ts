import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { omnidex } from "../cli-process.ts";
import { sha256 } from "./hub-server.ts";
import { manifestOf, type Place, useHub, withServer } from "./pull-place.ts";

const { hub, atHome } = useHub();

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const jsonl = (...records: readonly object[]): Buffer =>
  Buffer.from(records.map((one) => JSON.stringify(one)).join("\n"));

/** Records in the form of Daily-Omni's own file. */
const DAILY = ["v1", "v1", "v2"].map((video_id, index) => ({
  ...{ video_id, Type: "Inference", Answer: "B", video_category: "Pets", video_duration: "30s" },
  ...{ Question: `What is heard at ${index}?`, Choice: ["A. A bell", "B. A dog", "C. A car", "D. Rain"] },
}));

const SOUNDS = [
  { id: 1, clip: "k1", q: "Who sings?", options: ["a girl", "a boy"], right: "B" },
  { id: 2, clip: "k2", q: "What rings?", options: ["a bell", "a phone"], right: "A" },
];
const FILMS = [
  { name: "k1", genre: "Film" },
  { name: "k2", genre: "News" },
];
const SOUNDS_RECIPE = `recipe: 1
benchmark: { slug: my-sounds, title: My sounds, license: CC0-1.0 }
join: { film: { file: films.jsonl, key: .name, by: .clip } }
video: { key: .clip, category: $film.genre }
question: { key: .id, text: .q, options: .options, answer: .right, answerIs: LABEL, task: '"Hearing"', level: '"PERCEPTION"' }
`;

/** Writes a recipe with these further lines, and returns its path. */
async function recipeIn({ folder }: Place, ...more: readonly string[]): Promise<string> {
  const path = join(folder, "my-sounds.yaml");
  await writeFile(path, SOUNDS_RECIPE + more.map((line) => `${line}\n`).join(""));
  return path;
}

/** The names of the files of a release on a server. */
async function sourceFiles(benchmark: string, environment: Record<string, string>): Promise<readonly string[]> {
  const query = `{ benchmark(slug: "${benchmark}") { release { sourceFiles } } }`;
  const { stdout } = await omnidex(["api", query, "--jq", ".data.benchmark.release.sourceFiles[]"], environment);
  return stdout.trim().split("\n");
}

describe("omnidex pull with a recipe", () => {
  it("pulls a benchmark whose built-in recipe names its dataset, and sends the recipe along", () =>
    atHome((place) =>
      withServer(async (environment) => {
        const commit = hub.commit("liarliar/Daily-Omni", { "qa.json": json(DAILY), "Videos.tar": Buffer.alloc(5000) });
        const { code, stdout, stderr } = await place.pull(
          ["daily-omni", "--dir", place.files, "--accept-license"],
          environment,
        );
        expect({ code, stderr }, stderr).toMatchObject({ code: 0 });
        expect(stderr).toContain("Its recipe says: GPL-3.0 (repository).");
        expect(stderr).toContain(`'main' of liarliar/Daily-Omni is commit ${commit}.`);
        expect(stdout).toContain(`liarliar/Daily-Omni at ${commit}: 1 file`);
        expect(stdout).toMatch(/daily-omni imported as release 1 \(recipe, .*\n {2}3 questions, 2 videos/);
        expect(await sourceFiles("daily-omni", environment)).toEqual([
          `hf://datasets/liarliar/Daily-Omni@${commit}/qa.json`,
          "daily-omni.yaml",
        ]);
        expect(await manifestOf(place)).toMatchObject({
          ...{ benchmark: "daily-omni", revision: commit, recipe: { name: "daily-omni.yaml" } },
          files: [{ path: "qa.json", sha256: sha256(json(DAILY)) }],
        });
      }),
    ));

  it("pulls any dataset with a recipe, at a revision, by the patterns of the recipe", () =>
    atHome((place) =>
      withServer(async (environment) => {
        // More files than a page of the Hub's listing has.
        const media = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`clips/${n}.mp4`, Buffer.from("v")]));
        const files = { ...media, "data/my_films.txt": Buffer.from("-"), "data/films.jsonl": jsonl(...FILMS) };
        const old = hub.commit("my_name/sounds", { ...files, "data/test_1.jsonl": jsonl(...SOUNDS) });
        hub.commit("my_name/sounds", { ...files, "data/test_1.jsonl": jsonl(...SOUNDS.slice(1)) });
        const recipe = await recipeIn(place, 'files: "data/test_*.jsonl"', "source: the test");
        const args = ["hf:my_name/sounds", "--recipe", recipe, "--revision", old, "--dir", place.files];
        const { code, stdout, stderr } = await place.pull([...args, "--accept-license"], environment);
        expect({ code, stderr }, stderr).toMatchObject({ code: 0 });
        expect(stderr).not.toContain("is commit");
        expect(stdout).toMatch(/my-sounds imported as release 1 \(recipe, .*\n {2}2 questions, 2 videos/);
        expect(await sourceFiles("my-sounds", environment)).toEqual([
          `hf://datasets/my_name/sounds@${old}/data/test_1.jsonl`,
          `hf://datasets/my_name/sounds@${old}/data/films.jsonl`,
          "my-sounds.yaml",
        ]);
      }),
    ));

  it("takes dataset, commit and files from the recipe's 'hub', and --revision and --file in their place", () =>
    atHome((place) =>
      withServer(async (environment) => {
        const files = { "films.jsonl": jsonl(...FILMS) };
        const pinned = hub.commit("me/pinned", { ...files, "a.jsonl": jsonl(...SOUNDS), "b.jsonl": jsonl(...SOUNDS) });
        const newest = hub.commit("me/pinned", { ...files, "a.jsonl": jsonl(...SOUNDS.slice(1)) });
        const recipe = await recipeIn(
          place,
          `hub: { dataset: me/pinned, revision: ${pinned}, files: [a.jsonl, films.jsonl] }`,
        );
        const args = ["my-sounds", "--recipe", recipe, "--dir", place.files, "--accept-license", "--json"];
        const first = await place.pull(args, environment);
        expect(JSON.parse(first.stdout)).toMatchObject({
          ...{ benchmark: "my-sounds", repo: "me/pinned", asked: pinned, revision: pinned },
          files: [{ path: "a.jsonl" }, { path: "films.jsonl" }],
          import: { status: "CREATED", format: "recipe", counts: { questions: 2 } },
        });
        const other = await place.pull([...args, "--file", "b.jsonl", "films.jsonl"], environment);
        expect(JSON.parse(other.stdout)).toMatchObject({
          files: [{ path: "b.jsonl" }, { path: "films.jsonl" }],
          import: { status: "UNCHANGED" },
        });
        const now = await place.pull([...args, "--revision", "main", "--no-import"], environment);
        expect(JSON.parse(now.stdout)).toMatchObject({ asked: "main", revision: newest });
      }),
    ));

  it("proposes a recipe for the files of a benchmark without one", () =>
    atHome((place) =>
      withServer(async (environment) => {
        const rows =
          "id,question,A,B,answer,type\n1,Who sings first?,a girl,a boy,B,Hearing\n2,What is ringing?,a bell,a phone,A,Hearing\n";
        const commit = hub.commit("me/rows", { "rows.csv": Buffer.from(rows) });
        const args = ["my-rows", "--repo", "me/rows", "--file", "rows.csv", "--dir", place.files, "--accept-license"];
        const asked = await place.pull(args, environment);
        expect(asked).toMatchObject({
          code: 1,
          stdout: expect.stringContaining("A recipe for my-rows, from the names"),
        });
        expect(asked.stderr).toContain("--level REASONING");
        const taken = await place.pull([...args, "--level", "REASONING", "--yes"], environment);
        expect(taken.stdout).toMatch(/my-rows imported as release 1 \(recipe, .*\n {2}2 questions/);
        expect(await sourceFiles("my-rows", environment)).toEqual([
          `hf://datasets/me/rows@${commit}/rows.csv`,
          "my-rows.yaml",
        ]);
      }),
    ));
});

describe("omnidex pull with a recipe that does not fit", () => {
  const HUB = "hub: { dataset: me/sounds, files: [a.jsonl] }";
  it.each<[string, readonly string[], readonly string[], 1 | 2, RegExp]>([
    [
      "a dataset without a recipe",
      ["hf:me/sounds"],
      [],
      2,
      /'hf:me\/sounds' names no benchmark\.\n.*--recipe my-bench\.yaml.*--repo me\/sounds/,
    ],
    [
      "no dataset",
      ["my-sounds", "RECIPE"],
      [],
      2,
      /'my-sounds\.yaml' has no section 'hub', which names the dataset\.\n.*hf:<owner>\/<dataset>/,
    ],
    [
      "no files",
      ["hf:me/sounds", "RECIPE"],
      [],
      2,
      /'my-sounds\.yaml' does not say which files of 'me\/sounds' it reads\.\n.*--file/,
    ],
    [
      "another benchmark",
      ["other", "RECIPE"],
      [HUB],
      2,
      /'my-sounds\.yaml' is a recipe of 'my-sounds', not of 'other'\./,
    ],
    ["two datasets", ["hf:me/sounds", "RECIPE", "--repo", "me/other"], [HUB], 2, /name two datasets/],
    ["a built-in recipe without a dataset", ["mmau"], [], 2, /no known dataset for 'mmau'\.\n.*daily-omni.*--repo/],
    ["a missing recipe", ["hf:me/sounds", "--recipe", "none.yaml"], [], 2, /There is no file or folder 'none\.yaml'/],
    [
      "a path outside the folder",
      ["my-sounds", "RECIPE"],
      ["hub: { dataset: me/sounds, files: [../a.jsonl] }"],
      2,
      /'\.\.\/a\.jsonl' is not the path/,
    ],
    [
      "a revision that is no commit",
      ["my-sounds", "RECIPE"],
      ["hub: { dataset: me/sounds, revision: v1 }"],
      1,
      /my-sounds\.yaml: line 6: expected a value that must match pattern/,
    ],
    [
      "an unknown dataset",
      ["hf:no/such", "RECIPE"],
      [HUB],
      1,
      /There is no dataset 'no\/such' at .*, or it is private/,
    ],
    ["an unknown revision", ["my-sounds", "RECIPE", "--revision", "v9"], [HUB], 1, /has no revision 'v9'/],
    [
      "a missing file",
      ["my-sounds", "RECIPE"],
      [HUB.replace("a.jsonl", "z.jsonl")],
      1,
      /has no 'z\.jsonl' in revision [0-9a-f]{40}\.\nIt has: b\.jsonl\./,
    ],
    [
      "a pattern without a file",
      ["hf:me/sounds", "RECIPE"],
      ['files: "test_*.csv"'],
      1,
      /has no files such as 'test_\*\.csv' in revision/,
    ],
    ["a gated dataset", ["hf:me/gated", "RECIPE"], [HUB], 1, /'me\/gated' is gated.*\n.*Accept its terms/],
  ])("reports %s, and says what to do", (_, args, lines, code, message) =>
    atHome(async (place) => {
      hub.commit("me/sounds", { "b.jsonl": jsonl(...SOUNDS) });
      hub.commit("me/gated", { "a.jsonl": jsonl(...SOUNDS) }, { gated: true });
      const recipe = await recipeIn(place, ...lines);
      const all = args.flatMap((word) => (word === "RECIPE" ? ["--recipe", recipe] : [word]));
      const done = await place.pull([...all, "--dir", place.files, "--accept-license", "--no-import"]);
      expect(done.stderr).toMatch(message);
      expect(done.code).toBe(code);
      if (code === 2) expect(hub.asked).toEqual([]);
    }),
  );

  it("refuses a path of the Hub's listing that leads out of the folder", () =>
    atHome(async (place) => {
      hub.commit("me/sounds", { "../../evil.jsonl": jsonl(...SOUNDS) });
      const recipe = await recipeIn(place, 'files: "*.jsonl"');
      const done = await place.pull(["hf:me/sounds", "--recipe", recipe, "--dir", place.files, "--accept-license"]);
      expect(done.stderr).toContain("'../../evil.jsonl' is not the path of a file in a dataset");
    }));
});
