import type { BenchQuery, Variables } from "../../queries/five-queries.ts";
import type { ServerRequest } from "../bench-server.ts";

/** The five queries in the schema that PostGraphile derives from the tables. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  Q1: `query Q1($audio: Int!, $level: String!, $longer: Float!) {
    page: benchApiSliceQuestions(audio: $audio, level: $level, longer: $longer, first: 100) {
      totalCount
      nodes {
        rowId key text answerFormat level options
        task: taskByTaskId { slug name }
        audioTypes: audioLabelsList { type nativeLabel }
        video: videoByVideoId { key durationSeconds category: categoryByCategoryId { slug name } }
      }
    }
  }`,
  Q2: `query Q2 {
    videos: benchApiCurrentVideos(first: 20) {
      nodes {
        rowId key durationSeconds
        questions: questionsByVideoId(first: 5, orderBy: [ORDINAL_ASC]) {
          nodes { rowId key text task: taskByTaskId { slug name } }
        }
      }
    }
  }`,
  Q3: `query Q3($id: Int!) {
    node: questionByRowId(rowId: $id) { rowId key text answerFormat video: videoByVideoId { rowId key durationSeconds } }
  }`,
  Q4: `query Q4($run: Int!) { run: runByRowId(rowId: $run) { rowId cells: accuracyByTaskList { key label n correct } } }`,
  Q5: `query Q5($benchmark: String!, $audio: Int!, $level: String!, $longer: Float!) {
    entries: benchApiBoardList(benchmark: $benchmark, audio: $audio, level: $level, longer: $longer, entries: 50) {
      rank value n correct runId modelSlug modelName total
    }
  }`,
};

const AUDIO_BITS: Readonly<Record<string, number>> = { SPEECH: 1, SOUND: 2, MUSIC: 4 };
const keyOf = (id: unknown): number => Number(String(id).replace(/^\w+_/, ""));

/** A request for PostGraphile, in which ids are the tables' ids, and the audio type of a slice is a bit. */
export function postgraphileRequest(query: BenchQuery, { audio, id, run, ...rest }: Variables): ServerRequest {
  const variables = {
    ...rest,
    ...(audio !== undefined && { audio: AUDIO_BITS[String(audio)] }),
    ...(id !== undefined && { id: keyOf(id) }),
    ...(run !== undefined && { run: keyOf(run) }),
  };
  return { path: "/graphql", body: JSON.stringify({ query: DOCUMENTS[query.name], variables }) };
}

type Json = Readonly<Record<string, unknown>>;
interface Nodes {
  readonly nodes: readonly Json[];
}

const withId = (prefix: string, { rowId, ...rest }: Json): Json => ({ id: `${prefix}_${rowId}`, ...rest });

/** Labels follow from the position, as in Omnidex's answers. */
function labelled(options: unknown): readonly Json[] {
  const texts = (typeof options === "string" ? JSON.parse(options) : options) as readonly string[];
  return texts.map((text, place) => ({ label: String.fromCharCode(65 + place), text }));
}

const NORMALISERS: Readonly<Record<string, (data: Json) => Json>> = {
  Q1: ({ page }) => {
    const { nodes, ...rest } = page as Nodes;
    const questions = nodes.map((node) => ({ ...withId("question", node), options: labelled(node.options) }));
    return { questions: { ...rest, nodes: questions } };
  },
  Q2: ({ videos }) => ({
    videos: {
      nodes: (videos as Nodes).nodes.map((video) => ({
        ...withId("video", video),
        questions: { nodes: (video.questions as Nodes).nodes.map((question) => withId("question", question)) },
      })),
    },
  }),
  Q3: ({ node }) => {
    const question = node as Json;
    return { node: { ...withId("question", question), video: withId("video", question.video as Json) } };
  },
  Q4: ({ run }) => {
    const { rowId, cells } = run as { readonly rowId: number; readonly cells: readonly CellJson[] };
    const breakdown = cells.map(({ key, label, n, correct }) => ({
      keys: [{ key, label }],
      score: { value: correct / n, n, correct },
    }));
    return { run: { id: `run_${rowId}`, breakdown } };
  },
  Q5: ({ entries }) => {
    const rows = entries as readonly EntryJson[];
    const nodes = rows.map(({ rank, value, n, correct, runId, modelSlug, modelName }) => ({
      rank,
      value,
      model: { slug: modelSlug, name: modelName },
      run: { id: `run_${runId}` },
      score: { n, correct },
    }));
    return { leaderboard: { totalCount: rows[0]?.total ?? 0, questions: rows[0]?.n ?? 0, nodes } };
  },
};

interface CellJson {
  readonly key: string;
  readonly label: string;
  readonly n: number;
  readonly correct: number;
}

interface EntryJson {
  readonly rank: number;
  readonly value: number;
  readonly n: number;
  readonly correct: number;
  readonly runId: number;
  readonly modelSlug: string;
  readonly modelName: string;
  readonly total: number;
}

/** Converts PostGraphile's answer to the shape of Omnidex's. */
export function normalisePostgraphile(query: BenchQuery, answer: unknown): unknown {
  const { data } = answer as { readonly data: Json };
  return { data: NORMALISERS[query.name]?.(data) ?? data };
}
