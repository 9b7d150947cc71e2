import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** The data that a judge gets about one response. */
export interface Shown {
  readonly question: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly response: string;
}

/** A request that the judge has received. */
export interface Received {
  readonly shown: Shown;
  readonly model: string;
  readonly authorization: string | undefined;
  readonly path: string;
}

/** The text of a chat message, a whole HTTP response, or no response at all. */
export type FakeReply =
  | string
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | "(never)";

/** Returns the judge's reply. `earlier` is how often the same response was shown before. */
export type Replying = (shown: Shown, earlier: number) => FakeReply | Promise<FakeReply>;

/** A server of chat completions on this machine. */
export interface FakeJudge {
  readonly url: string;
  readonly received: readonly Received[];
  /** How often each response was shown. */
  readonly asked: () => Readonly<Record<string, number>>;
  replying: Replying;
  close(): Promise<void>;
}

export const answering = (answer: string | null): string => JSON.stringify({ answer });

export async function startFakeJudge(replying: Replying): Promise<FakeJudge> {
  const received: Received[] = [];
  const asked = () => countBy(received.map(({ shown }) => shown.response));
  const server = createServer(async (request, response) => {
    const { model, messages } = JSON.parse(await text(request)) as { model: string; messages: { content: string }[] };
    const shown = JSON.parse(messages[1]?.content ?? "") as Shown;
    const earlier = asked()[shown.response] ?? 0;
    received.push({ shown, model, ...origin(request) });
    send(response, await judge.replying(shown, earlier));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const judge: FakeJudge = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    asked,
    replying,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return judge;
}

const origin = ({ headers, url = "" }: IncomingMessage) => ({ authorization: headers.authorization, path: url });

function send(response: ServerResponse, reply: FakeReply): void {
  if (reply === "(never)") return;
  if (typeof reply !== "string") {
    response.writeHead(reply.status, reply.headers).end(reply.body ?? "");
    return;
  }
  const completion = {
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content: reply } }],
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(completion));
}

function countBy(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of texts) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

/** A promise for callers to wait on, and a function that resolves it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
