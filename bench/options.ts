import { parseArgs } from "node:util";
import { type DataSize, FULL, SMOKE } from "./data/data-size.ts";
import { DEFAULT_SERVERS, SERVERS, SMOKE_SERVERS } from "./servers/server-list.ts";

/** The parts of the bench. */
export const SETS = ["five", "shapes", "cold-start", "leaderboard", "ingest", "profile", "versions"] as const;
/** Without `--sets`. `versions` needs a second checkout. */
const DEFAULT_SETS = SETS.filter((name) => name !== "versions");
export type SetName = (typeof SETS)[number];

export interface Options {
  readonly databaseUrl: string | null;
  readonly size: DataSize;
  readonly smoke: boolean;
  readonly sets: readonly SetName[];
  readonly servers: readonly string[];
  /** The names of the queries; null for all. */
  readonly queries: readonly string[] | null;
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  /** How many runs a leaderboard has. One leaderboard is measured for each number. */
  readonly scales: readonly number[];
  /** The folder of another version of the project, which is built. */
  readonly against: string | null;
  /** The name of the files in `results`. */
  readonly name: string;
}

export const USAGE = `Usage: npm run bench -- [options]
  --smoke               little data, short rounds, no peers: the answers are compared, the figures mean nothing
  --sets a,b            what to measure: ${SETS.join(", ")}
  --servers a,b         which servers: ${SERVERS.map(({ name }) => name).join(", ")}
  --queries Q1,Q2       which of the five queries (all)
  --seconds n           the length of each measurement (4)
  --rounds n            how often all servers and queries are measured (3)
  --connections n       how many are open at a time (16)
  --scales a,b          how many runs the leaderboards have (1000,10000,100000)
  --against folder      with --sets versions: a built checkout of another commit
  --name text           the name of the files in bench/results (latest)
  --database-url url    an empty database on this machine, or one that an earlier run has filled`;

/** `null` if only the help is requested. @throws with a one-line message for invalid options */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      smoke: { type: "boolean", default: false },
      sets: { type: "string" },
      servers: { type: "string" },
      queries: { type: "string" },
      seconds: { type: "string" },
      rounds: { type: "string" },
      connections: { type: "string" },
      scales: { type: "string" },
      against: { type: "string" },
      name: { type: "string" },
      "database-url": { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const { smoke } = values;
  return {
    smoke,
    databaseUrl: values["database-url"] ?? null,
    size: smoke ? SMOKE : FULL,
    sets: list("sets", values.sets, SETS) ?? (smoke ? ["five", "shapes"] : DEFAULT_SETS),
    servers:
      list(
        "servers",
        values.servers,
        SERVERS.map(({ name }) => name),
      ) ?? (smoke ? SMOKE_SERVERS : DEFAULT_SERVERS),
    queries: values.queries?.split(",") ?? null,
    seconds: number("seconds", values.seconds, smoke ? 0.5 : 4),
    rounds: number("rounds", values.rounds, smoke ? 1 : 3),
    connections: number("connections", values.connections, 16),
    scales: (values.scales?.split(",") ?? (smoke ? ["50"] : ["1000", "10000", "100000"])).map((text) =>
      number("scales", text, 0),
    ),
    against: values.against ?? null,
    name: values.name ?? "latest",
  };
}

function list<T extends string>(name: string, text: string | undefined, known: readonly T[]): readonly T[] | null {
  if (text === undefined) return null;
  const names = text.split(",");
  const wrong = names.find((one) => !known.some((other) => other === one));
  if (wrong !== undefined) throw new Error(`--${name}: there is no '${wrong}'. Allowed: ${known.join(", ")}.`);
  return known.filter((one) => names.includes(one));
}

function number(name: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0; it is '${text}'.`);
  return value;
}
