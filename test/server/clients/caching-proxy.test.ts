import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { skipsWithout } from "../../support/required-tools.ts";
import { exportPath } from "../export/export-client.ts";
import { admin, type SocketServer, startSocketServer } from "../socket-server.ts";
import { recordedFetch } from "./recorded-fetch.ts";

const NGINX = ["nginx", "/usr/sbin/nginx"].find((program) => spawnSync(program, ["-v"]).status === 0);

/** nginx as a cache before the server. Below `/soon`, it keeps a response for a second only, and then asks again. */
const settings = (folder: string, port: number, server: string): string => `
daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=answers:1m;
  proxy_cache answers; proxy_cache_revalidate on; proxy_http_version 1.1;
  proxy_set_header Accept-Encoding $http_accept_encoding;
  add_header x-proxy $upstream_cache_status always;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${server}; }
    location /soon/ { proxy_pass ${server}/; proxy_ignore_headers Cache-Control; proxy_cache_valid 200 1s; }
  }
}`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe.skipIf(skipsWithout("nginx", NGINX !== undefined))("behind nginx as a cache", () => {
  let socket: SocketServer;
  let folder: string;
  let nginx: ChildProcess;
  let url = "";

  beforeAll(async () => {
    socket = await startSocketServer();
    folder = await mkdtemp(join(tmpdir(), "omnidex-nginx-"));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const file = join(folder, "nginx.conf");
    await writeFile(file, settings(folder, port, socket.url));
    nginx = spawn(NGINX ?? "", ["-c", file], { stdio: "inherit" });
    await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 100 });
  });
  afterAll(async () => {
    const ended = once(nginx, "exit");
    nginx.kill();
    await ended;
    await socket.close();
    await rm(folder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url + path, { headers: { "accept-encoding": "identity", ...headers } });
  const seen = async (response: Response) => ({ proxy: response.headers.get("x-proxy"), text: await response.text() });

  it("the queries of Apollo Client are answered by the cache the second time", async () => {
    const { fetch, exchanges } = recordedFetch();
    const link = new HttpLink({ uri: `${url}/graphql`, fetch, useGETForQueries: true });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const query = gql`{ questions(first: 3) { totalCount nodes { id key text } } }`;
    const ask = () => client.query({ query, fetchPolicy: "network-only" });
    const [first, second] = [await ask(), await ask()];
    expect(second.data).toEqual(first.data);
    expect(exchanges.map(({ headers }) => headers.get("x-proxy"))).toEqual(["MISS", "HIT"]);
  });

  it("an answer for a key is neither kept nor replaced by a kept one", async () => {
    const { questions } = await socket.server.data<{ questions: { nodes: { key: string }[] } }>(
      '{ questions(first: 1, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
    );
    const predictions = [{ question: questions.nodes[0]?.key, response: "A" }];
    const { id } = await socket.server.submit({ predictions, visibility: "PRIVATE" });
    const path = `/graphql?${new URLSearchParams({ query: "{ runs(first: 100) { nodes { id } } }" })}`;
    const withoutKey = [await seen(await get(path)), await seen(await get(path))];
    expect(withoutKey.map(({ proxy }) => proxy)).toEqual(["MISS", "HIT"]);
    for (let time = 0; time < 2; time++) {
      const withKey = await seen(await get(path, admin));
      expect([withKey.proxy, withKey.text.includes(`"${id}"`)]).toEqual(["MISS", true]);
    }
    expect((await seen(await get(path))).text).not.toContain(`"${id}"`);
  });

  it("each encoding and media type is kept by itself", async () => {
    const path = `/graphql?${new URLSearchParams({ query: "{ questions(first: 100) { nodes { key text } } }" })}`;
    const kinds = ["br", "gzip", "identity"].flatMap((encoding) =>
      ["application/json", "application/graphql-response+json"].map((accept) => ({
        "accept-encoding": encoding,
        accept,
      })),
    );
    const texts = new Set<string>();
    for (const proxy of ["MISS", "HIT"])
      for (const kind of kinds) {
        const response = await get(path, kind);
        const encoding = response.headers.get("content-encoding") ?? "identity";
        expect({ proxy: response.headers.get("x-proxy"), encoding }).toEqual({
          proxy,
          encoding: kind["accept-encoding"],
        });
        expect(response.headers.get("content-type")).toContain(kind.accept);
        texts.add(await response.text());
      }
    expect(texts.size).toBe(1);
  });

  it.each(["ndjson", "parquet"] as const)(
    "an export as %s keeps its media type when it is revalidated",
    async (extension) => {
      const path = `/soon${exportPath(extension)}`;
      const first = await get(path);
      const body = await first.arrayBuffer();
      await expect.poll(async () => (await get(path)).headers.get("x-proxy")).toBe("REVALIDATED");
      const again = await get(path);
      expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
      expect(await again.arrayBuffer()).toEqual(body);
    },
  );
});
