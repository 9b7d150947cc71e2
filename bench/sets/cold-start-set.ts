import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareData } from "../data/prepare-data.ts";
import type { BenchQuery } from "../queries/five-queries.ts";
import { median, type Section, short, table } from "../report.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { SERVERS } from "../servers/server-list.ts";
import { ask } from "../support/answers.ts";
import { type BenchContext, environmentOf } from "../support/bench-context.ts";
import { startServer } from "../support/server-process.ts";
import { queriesOf } from "./five-set.ts";

const TIMES = 3;

const FIRST_QUESTION: BenchQuery = {
  name: "Q0",
  about: "one question",
  document: "{ questions(first: 1) { nodes { id key text video { id key } } } }",
  variants: [{}],
};

/** Servers that are not measured here, because they run the same program as another server. */
const WITHOUT_OWN_PROCESS: ReadonlySet<string> = new Set(["floor-best"]);

/** The time from the start of the process to the end of its first answer, in milliseconds. */
interface ColdStart {
  readonly name: string;
  readonly times: readonly number[];
}

/** Measures the time from each server's start to its first answer (Q3). Omnidex also starts with an empty data folder. */
export async function measureColdStarts(context: BenchContext): Promise<Section> {
  const { options, postgres } = context;
  await prepareData(postgres.url, options.size);
  const query = (await queriesOf(context)).find(({ name }) => name === "Q3") ?? FIRST_QUESTION;
  const servers = SERVERS.filter(({ name }) => options.servers.includes(name) && !WITHOUT_OWN_PROCESS.has(name));
  const environment = environmentOf(context);
  const times = new Map<string, number[]>();
  const note = (name: string, time: number) => times.set(name, [...(times.get(name) ?? []), time]);
  for (let time = 0; time < TIMES; time++) {
    for (const server of servers) note(server.name, await coldStart(server, query, environment));
    const omnidex = servers.find(({ name }) => name === "omnidex");
    if (omnidex !== undefined) note("omnidex, empty PGlite", await withEmptyFolder(omnidex));
  }
  return coldStartSection([...times].map(([name, own]) => ({ name, times: own })));
}

async function coldStart(server: BenchServer, query: BenchQuery, environment: NodeJS.ProcessEnv): Promise<number> {
  const running = await startServer(server.command, environment);
  try {
    await ask({ server, url: running.url }, query, query.variants[0] ?? {});
    return performance.now() - running.startedAt;
  } finally {
    await running.stop();
  }
}

async function withEmptyFolder(server: BenchServer): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-bench-"));
  try {
    return await coldStart(server, FIRST_QUESTION, { DATABASE_URL: "", OMNIDEX_DATA_DIR: join(folder, "data") });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function coldStartSection(starts: readonly ColdStart[]): Section {
  const rows = starts.map(({ name, times }) => [name, short(median(times)), times.map(short).join(", ")]);
  return {
    name: "coldStart",
    title: "From the start to the first answer",
    markdown: table(["server", "median ms", "all"], rows),
    figures: starts,
  };
}
