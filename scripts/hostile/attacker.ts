/**
 * Sends hostile requests from a separate process, so that sending and reading do not delay the measuring process.
 * Arguments: `attacker.ts <server's address> <id of a run> <id of a run with long responses> <number of requests>
 * <concurrency> <time limit in seconds>`, and `<megabytes>` to send files of this size in place of documents.
 * Reports the answers by kind to its parent process, and exits.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../test/fixtures/random.ts";
import { type TimedAnswer, TimedClient } from "../measured/timed-client.ts";
import { hostileFiles } from "./hostile-files.ts";
import { type HostileRequest, hostileRequests } from "./hostile-requests.ts";

/** How requests of one kind were answered. */
export interface AnsweredKind {
  readonly kind: string;
  readonly count: number;
  /** In milliseconds. */
  readonly longest: number;
  /** Status and code, such as "400 BAD_USER_INPUT". */
  readonly answers: readonly string[];
}

type Sent = (server: TimedClient) => Promise<TimedAnswer>;

/** The requests of all kinds in turn, without end. A kind is sent again after `every` rounds. */
function* documentsInTurn(run: string, long: string): Generator<{ readonly kind: string; readonly send: Sent }> {
  const kinds = hostileRequests(run, long);
  for (let round = 0; ; round++)
    for (const { every, request } of kinds)
      if (round % every === 0) yield { kind: request.kind, send: (server) => sendTo(server, request) };
}

const sendTo = (server: TimedClient, request: HostileRequest): Promise<TimedAnswer> =>
  "path" in request ? server.get(request.path) : server.post("/graphql", request.body);

function* filesInTurn(mb: number): Generator<{ readonly kind: string; readonly send: Sent }> {
  for (const { kind, slug, name, bytes } of hostileFiles(new Random(1), mb))
    yield { kind, send: (server) => server.import(slug, name, bytes) };
}

async function attack(
  url: string,
  all: Generator<{ readonly kind: string; readonly send: Sent }>,
  [requests = 0, atOnce = 0, seconds = 0]: readonly number[],
) {
  const server = new TimedClient(url);
  const answered = new Map<string, { count: number; longest: number; answers: Set<string> }>();
  const end = performance.now() + seconds * 1_000;
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < requests && performance.now() < end) {
      sent += 1;
      const { kind, send } = all.next().value;
      // Making a file can take longer than the server keeps an idle connection. The client must see that it has ended.
      await pause(1);
      const { status, text, milliseconds } = await send(server);
      const code = /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? "answered";
      const own = answered.get(kind) ?? { count: 0, longest: 0, answers: new Set() };
      own.count += 1;
      own.longest = Math.max(own.longest, milliseconds);
      own.answers.add(`${status} ${code}`);
      answered.set(kind, own);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return [...answered].map(([kind, own]): AnsweredKind => ({ kind, ...own, answers: [...own.answers] }));
}

const [url = "", run = "", long = "", ...numbers] = process.argv.slice(2);
const [requests, atOnce, seconds, mb] = numbers.map(Number) as [number, number, number, number?];
const all = mb === undefined ? documentsInTurn(run, long) : filesInTurn(mb);
process.send?.(await attack(url, all, [requests, atOnce, seconds]));
process.disconnect?.();
