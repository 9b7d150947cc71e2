/**
 * Sends hostile requests from a separate process, so that sending and reading do not delay the measuring process.
 * Arguments: `attacker.ts <server's address> <id of a run> <number of requests> <concurrency> <time limit in seconds>`.
 * Reports the answers by kind to its parent process, and exits.
 */
import { TimedClient } from "../measured/timed-client.ts";
import { hostileRequests } from "./hostile-requests.ts";

/** How requests of one kind were answered. */
export interface AnsweredKind {
  readonly kind: string;
  readonly count: number;
  /** In milliseconds. */
  readonly longest: number;
  /** Status and code, such as "400 BAD_USER_INPUT". */
  readonly answers: readonly string[];
}

/** The requests of all kinds in turn, without end. A kind is sent again after `every` rounds. */
function* inTurn(run: string) {
  const kinds = hostileRequests(run);
  for (let round = 0; ; round++) for (const { every, request } of kinds) if (round % every === 0) yield request;
}

async function attack(url: string, run: string, requests: number, atOnce: number, seconds: number) {
  const server = new TimedClient(url);
  const answered = new Map<string, { count: number; longest: number; answers: Set<string> }>();
  const end = performance.now() + seconds * 1_000;
  const bodies = inTurn(run);
  let sent = 0;
  const work = async (): Promise<void> => {
    while (sent < requests && performance.now() < end) {
      sent += 1;
      const next = bodies.next();
      if (next.done) return;
      const { kind, body } = next.value;
      const { status, text, milliseconds } = await server.post("/graphql", body);
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

const [url = "", run = "", ...numbers] = process.argv.slice(2);
const [requests = 0, atOnce = 0, seconds = 0] = numbers.map(Number);
process.send?.(await attack(url, run, requests, atOnce, seconds));
process.disconnect?.();
