import { afterAll, beforeAll, expect, it } from "vitest";
import { flipKeys, type MmluAnswers, mmluAnswers } from "../../../scripts/measure/items/mmlu-answers.ts";
import { optionLabel } from "../../../src/domain/option-label.ts";
import { describeWith } from "../../support/shared-datasets.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { keyOf } from "../hidden/hidden-benchmark.ts";

interface Suspect {
  readonly question: { readonly key: string };
  readonly key: string;
  readonly proposed: string;
  readonly evidence: number;
  readonly proposedBy: { readonly runs: number };
  readonly keyChosenBy: { readonly runs: number };
  readonly rankChanges: readonly {
    readonly run: { readonly id: string };
    readonly before: number;
    readonly after: number;
    readonly rankBefore: number;
    readonly rankAfter: number;
  }[];
  readonly review: { readonly verdict: string; readonly evidence: number } | null;
}
interface Suspects {
  readonly nodes: readonly Suspect[];
  readonly totalCount: number;
  readonly withheld: readonly { readonly figure: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const SUSPECTS = `query ($reviewed: Boolean! = false, $runs: RunFilter, $first: Int, $after: String) {
  keySuspects(benchmark: "mmlu", reviewed: $reviewed, runs: $runs, first: $first, after: $after) {
    totalCount withheld { figure } pageInfo { hasNextPage endCursor }
    nodes { question { key } key proposed evidence proposedBy { runs } keyChosenBy { runs }
      rankChanges(first: 100) { run { id } before after rankBefore rankAfter } review { verdict evidence } } } }`;
const REVIEW = `mutation ($input: ReviewKeyInput!) { reviewKey(input: $input) {
  review { verdict key proposed evidence keyRevision reviewer reason } question { key answer { label } }
  keyRevision { revision reason author } rescored changed } }`;

/** Every eighth question is used: 1,504 questions of all categories. */
const EVERY = 8;
const FLIPPED = 0.02;

const answers = mmluAnswers();

/** The answers to every eighth question. */
function partOf({ matrix, ids }: MmluAnswers) {
  const picked = ids.flatMap((_, index) => (index % EVERY === 0 ? [index] : []));
  const some = (values: Uint8Array): Uint8Array => Uint8Array.from(picked, (index) => values[index] ?? 0);
  return {
    questions: picked.length,
    key: some(matrix.key),
    options: some(matrix.options),
    runs: matrix.runs.map(({ family, choices }) => ({ family, choices: some(choices ?? new Uint8Array()) })),
  };
}

const keyAt = (ordinal: number): string => `q${String(ordinal).padStart(5, "0")}`;
const label = (option: number): string => (option === 0 ? "I cannot tell." : optionLabel(option - 1));

describeWith(
  answers,
  "mmlu-pro",
  "suspected keys in the answers of 29 models, with 2 % of the keys replaced",
  (data) => {
    const part = partOf(data);
    const whole = { ...data.matrix, ...part, runs: [], clusters: new Int32Array(part.questions) };
    const { matrix: changed, flipped } = flipKeys(whole, FLIPPED, 21);
    let server: TestServer;
    let maintainer: string;
    let submitter: string;

    const submit = (name: string, organization: string, choices: Uint8Array) =>
      server.submit(
        {
          benchmark: "mmlu",
          visibility: "PUBLIC",
          model: { name, organization },
          predictions: Array.from(choices, (choice, ordinal) => ({
            question: keyAt(ordinal),
            response: label(choice),
          })),
        },
        { key: submitter },
      );
    const suspects = async (variables: object = {}): Promise<Suspects> =>
      (await server.data<{ keySuspects: Suspects }>(SUSPECTS, { first: 100, ...variables }, { key: null })).keySuspects;
    const review = (question: string, verdict: string, more: object = {}, key = maintainer) =>
      server.request(
        REVIEW,
        { input: { benchmark: "mmlu", question, verdict, reason: "looked at", ...more } },
        { key },
      );
    const scores = async (): Promise<ReadonlyMap<string, number>> => {
      const document = `{ leaderboard(benchmark: "mmlu", first: 100) { nodes { ... on RankedRun { run { id } score { value } } } } }`;
      const { leaderboard } = await server.data<{
        leaderboard: { nodes: { run: { id: string }; score: { value: number } }[] };
      }>(document, {}, { key: null });
      return new Map(leaderboard.nodes.map(({ run, score }) => [run.id, score.value]));
    };

    beforeAll(async () => {
      server = await createTestServer();
      const questions = Array.from({ length: part.questions }, (_, ordinal) => ({
        key: keyAt(ordinal),
        video: `v${ordinal >> 3}`,
        task: "Knowledge",
        level: "REASONING",
        text: `Which one, number ${ordinal}?`,
        options: Array.from({ length: part.options[ordinal] ?? 0 }, (_, option) => `option ${option}`),
        answer: label(changed.key[ordinal] ?? 0),
      }));
      const videos = [...new Set(questions.map(({ video }) => video))].map((key) => ({ key }));
      const form = new FormData();
      const file = JSON.stringify({ benchmark: { slug: "mmlu", title: "MMLU" }, videos, questions });
      form.append("file", new Blob([file]), "mmlu.json");
      const headers = { authorization: `Bearer ${ADMIN_KEY}` };
      const response = await server.app.request("/import/mmlu?answers=visible", {
        method: "POST",
        body: form,
        headers,
      });
      expect(response.status, await response.clone().text()).toBe(200);
      submitter = await keyOf(server, "submitter");
      maintainer = await keyOf(server, "mia");
      await server.data("mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }", {
        input: { benchmark: "mmlu", owner: "mia" },
      });
      const names = data.models;
      for (const [index, { family, choices }] of part.runs.entries())
        await submit(names[index] ?? "", `family ${family}`, choices);
    }, 600_000);
    afterAll(() => server.close());

    it("contain most of the replaced keys within the first tenth of the questions, and propose the right option", async () => {
      const listed: Suspect[] = [];
      for (let after: string | null = null; ; ) {
        const page = await suspects({ after });
        listed.push(...page.nodes);
        after = page.pageInfo.endCursor;
        if (!page.pageInfo.hasNextPage || listed.length >= part.questions / 10) break;
      }
      expect(listed.map(({ evidence }) => evidence)).toEqual(
        listed.map(({ evidence }) => evidence).toSorted((a, b) => b - a),
      );
      const first = listed.slice(0, Math.round(part.questions / 10));
      const found = first.filter(({ question }) => flipped.has(Number(question.key.slice(1))));
      expect(found.length / flipped.size).toBeGreaterThan(0.55);
      const proposed = found.filter(
        (each) => each.proposed === label(part.key[Number(each.question.key.slice(1))] ?? 0),
      );
      expect(proposed.length / found.length).toBeGreaterThan(0.8);
      for (const { question, key, proposed: other, proposedBy, keyChosenBy } of first) {
        const ordinal = Number(question.key.slice(1));
        const chose = (option: string): number =>
          part.runs.filter(({ choices }) => label(choices[ordinal] ?? 0) === option).length;
        expect([chose(key), chose(other)]).toEqual([keyChosenBy.runs, proposedBy.runs]);
      }
    }, 300_000);

    it("are corrected when they are confirmed: the runs are rescored as predicted, and the review is kept", async () => {
      const first = (await suspects()).nodes.find(({ question }) => flipped.has(Number(question.key.slice(1))));
      if (first === undefined) throw new Error("no replaced key is listed");
      // The two runs differ in this question only, so its key decides which of them ranks higher.
      const ordinal = Number(first.question.key.slice(1));
      for (const [name, option] of [
        ["twin-a", first.key],
        ["twin-b", first.proposed],
      ] as const) {
        const choices = Uint8Array.from(part.runs[7]?.choices ?? []);
        choices[ordinal] = option.charCodeAt(0) - 64;
        await submit(name, "twins", choices);
      }
      const suspect = (await suspects()).nodes.find((each) => each.question.key === first.question.key);
      if (suspect === undefined) throw new Error(`${first.question.key} is no longer listed`);
      const { question, key, proposed, evidence, rankChanges } = suspect;
      expect(rankChanges.length).toBeGreaterThanOrEqual(2);
      const old = await scores();
      for (const { run, before: score } of rankChanges) expect(old.get(run.id)).toBeCloseTo(score, 6);
      const refused = await review(question.key, "CONFIRMED", {}, submitter);
      expect(refused.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
      const { data } = await review(question.key, "CONFIRMED");
      expect(data?.reviewKey).toMatchObject({
        review: { verdict: "CONFIRMED", key, proposed, evidence, keyRevision: 2, reviewer: "mia", reason: "looked at" },
        question: { key: question.key, answer: { label: proposed } },
        keyRevision: { revision: 2, reason: "looked at", author: "mia" },
        rescored: part.runs.length + 2,
        changed: suspect.proposedBy.runs + suspect.keyChosenBy.runs,
      });
      const now = await scores();
      for (const { run, after, rankAfter } of rankChanges) {
        expect(now.get(run.id)).toBeCloseTo(after, 6);
        expect(1 + [...now.values()].filter((score) => score > (now.get(run.id) ?? 0) + 1e-9).length).toBe(rankAfter);
      }
      const left = await suspects();
      expect(left.nodes.map((each) => each.question.key)).not.toContain(question.key);
      const reviewed = await suspects({ reviewed: true });
      expect(reviewed.nodes.map((each) => [each.question.key, each.review?.verdict])).toEqual([
        [question.key, "CONFIRMED"],
      ]);
      const again = await review(question.key, "CONFIRMED", { answer: proposed });
      expect(again.errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    }, 300_000);

    it("no longer contain a key that was reviewed as ambiguous or right; its review is shown", async () => {
      const [ambiguous, right] = (await suspects()).nodes;
      if (ambiguous === undefined || right === undefined) throw new Error("no key is suspected");
      await review(ambiguous.question.key, "AMBIGUOUS");
      await review(right.question.key, "RIGHT");
      const { nodes } = await suspects();
      const names = nodes.map(({ question }) => question.key);
      expect(names).not.toContain(ambiguous.question.key);
      expect(names).not.toContain(right.question.key);
      const document = `query ($key: String!) { question(benchmark: "mmlu", key: $key) { keyReviews { verdict evidence } } }`;
      const { question } = await server.data<{ question: object }>(
        document,
        { key: ambiguous.question.key },
        { key: null },
      );
      expect(question).toEqual({ keyReviews: [{ verdict: "AMBIGUOUS", evidence: ambiguous.evidence }] });
    }, 300_000);

    it("contain a key again that was reviewed as right, if four further families of models choose the other option", async () => {
      const { nodes } = await suspects({ reviewed: true });
      const right = nodes.find(({ review: last }) => last?.verdict === "RIGHT");
      const ambiguous = nodes.find(({ review: last }) => last?.verdict === "AMBIGUOUS");
      if (right === undefined || ambiguous === undefined) throw new Error("the reviews are missing");
      const places = [right, ambiguous].map(
        ({ question, proposed }) => [Number(question.key.slice(1)), proposed] as const,
      );
      const able = part.key.map((option, ordinal) => (ordinal % 12 === 0 ? 1 : option));
      for (const [ordinal, proposed] of places) able[ordinal] = proposed.charCodeAt(0) - 64;
      for (const name of ["north", "south", "east", "west"]) await submit(`${name}-1`, name, able);
      const names = (await suspects()).nodes.map(({ question }) => question.key);
      expect(names).toContain(right.question.key);
      expect(names).not.toContain(ambiguous.question.key);
      const now = (await suspects({ reviewed: true })).nodes.find(
        ({ question }) => question.key === right.question.key,
      );
      expect((now?.evidence ?? 0) - (right.review?.evidence ?? 0)).toBeGreaterThanOrEqual(Math.log(10));
    }, 300_000);

    it("are withheld if there are too few runs, and an invalid review is refused with the reason", async () => {
      const few = await suspects({ runs: { organizations: ["family 0", "family 1"] } });
      expect(few.nodes).toEqual([]);
      expect(few.withheld).toContainEqual({ figure: "KEY_SUSPECTS" });
      const cases = [
        ["none", "RIGHT", {}, "'question'"],
        [keyAt(3), "RIGHT", { answer: "A" }, "'answer'"],
        [keyAt(3), "CONFIRMED", { answer: "Z" }, "'answer'"],
        [keyAt(3), "RIGHT", { reason: " " }, "'reason'"],
      ] as const;
      for (const [question, verdict, more, field] of cases) {
        const { errors } = await review(question, verdict, more);
        expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
        expect(errors?.[0]?.message).toContain(field);
      }
    }, 300_000);
  },
);
