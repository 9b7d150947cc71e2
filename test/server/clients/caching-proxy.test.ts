import { spawn, spawnSync } from "node:child_process";
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

const found = (name: string, flag: string): string | undefined =>
  [name, `/usr/sbin/${name}`].find((program) => spawnSync(program, [flag]).status === 0);
const [NGINX, VARNISH] = [found("nginx", "-v"), found("varnishd", "-V")];

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

/** A caching proxy before a server of its own. */
interface CachingProxy {
  readonly socket: SocketServer;
  readonly url: string;
  close(): Promise<void>;
}

/** @param prepare writes the proxy's settings into a folder, and returns the arguments of its program */
async function startProxy(
  program: string | undefined,
  prepare: (folder: string, port: number, socket: SocketServer) => Promise<readonly string[]>,
): Promise<CachingProxy> {
  const socket = await startSocketServer();
  const folder = await mkdtemp(join(tmpdir(), "omnidex-proxy-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const proxy = spawn(program ?? "", await prepare(folder, port, socket), { stdio: "inherit" });
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 100 });
  const close = async () => {
    const ended = once(proxy, "exit");
    proxy.kill();
    await ended;
    await socket.close();
    await rm(folder, { recursive: true });
  };
  return { socket, url, close };
}

const get = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { "accept-encoding": "identity", ...headers } });
const seen = async (response: Response) => ({ proxy: response.headers.get("x-proxy"), text: await response.text() });

/** Varnish as Debian installs it, with a header that says where a response comes from. */
const varnishSettings = (server: number): string => `
vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "${server}"; }
sub vcl_deliver { if (obj.hits > 0) { set resp.http.x-proxy = "HIT"; } else { set resp.http.x-proxy = "MISS"; } }`;

const PROXIES = [
  {
    name: "nginx",
    program: NGINX,
    prepare: async (folder: string, port: number, { url }: SocketServer) => {
      const file = join(folder, "nginx.conf");
      await writeFile(file, settings(folder, port, url));
      return ["-c", file];
    },
  },
  {
    name: "Varnish",
    program: VARNISH,
    prepare: async (folder: string, port: number, socket: SocketServer) => {
      const file = join(folder, "default.vcl");
      await writeFile(file, varnishSettings(socket.port));
      return ["-F", "-j", "none", "-n", join(folder, "work"), "-a", `127.0.0.1:${port}`, "-f", file];
    },
  },
] as const;

describe.each(PROXIES)("behind $name as a cache", ({ name, program, prepare }) => {
  const isSkipped = skipsWithout(name, program !== undefined);
  let proxy: CachingProxy;
  beforeAll(async () => {
    if (!isSkipped) proxy = await startProxy(program, prepare);
  });
  afterAll(() => proxy?.close());

  it.skipIf(isSkipped)("the queries of Apollo Client are answered by the cache the second time", async () => {
    const { fetch, exchanges } = recordedFetch();
    const link = new HttpLink({ uri: `${proxy.url}/graphql`, fetch, useGETForQueries: true });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const query = gql`{ questions(first: 3) { totalCount nodes { id key text } } }`;
    const ask = () => client.query({ query, fetchPolicy: "network-only" });
    const [first, second] = [await ask(), await ask()];
    expect(second.data).toEqual(first.data);
    expect(exchanges.map(({ headers }) => headers.get("x-proxy"))).toEqual(["MISS", "HIT"]);
  });

  it.skipIf(isSkipped)("an answer for a key is neither kept nor replaced by a kept one", async () => {
    const { server } = proxy.socket;
    const { questions } = await server.data<{ questions: { nodes: { key: string }[] } }>(
      '{ questions(first: 1, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
    );
    const predictions = [{ question: questions.nodes[0]?.key, response: "A" }];
    const { id } = await server.submit({ predictions, visibility: "PRIVATE" });
    const url = `${proxy.url}/graphql?${new URLSearchParams({ query: "{ runs(first: 100) { nodes { id } } }" })}`;
    const withoutKey = [await seen(await get(url)), await seen(await get(url))];
    expect(withoutKey.map(({ proxy }) => proxy)).toEqual(["MISS", "HIT"]);
    for (let time = 0; time < 2; time++) {
      const withKey = await seen(await get(url, admin));
      expect([withKey.proxy, withKey.text.includes(`"${id}"`)]).toEqual(["MISS", true]);
    }
    expect((await seen(await get(url))).text).not.toContain(`"${id}"`);
  });

  it.skipIf(isSkipped)("what is not public is not kept: errors, the server's state, and the schema", async () => {
    const paths = ["/health/ready", "/export/runs/run_999", "/graphql?query={__schema{queryType{name}}}", "/nothing"];
    for (const path of paths)
      for (let time = 0; time < 2; time++) {
        const { headers } = await get(proxy.url + path);
        expect([path, headers.get("x-proxy"), headers.get("cache-control")]).toEqual([path, "MISS", "no-store"]);
      }
  });

  it.skipIf(isSkipped || name !== "nginx")("each encoding and media type is kept by itself", async () => {
    const query = "{ questions(first: 100) { nodes { key text } } }";
    const url = `${proxy.url}/graphql?${new URLSearchParams({ query })}`;
    const kinds = ["br", "gzip", "identity"].flatMap((encoding) =>
      ["application/json", "application/graphql-response+json"].map((accept) => ({
        "accept-encoding": encoding,
        accept,
      })),
    );
    const texts = new Set<string>();
    for (const from of ["MISS", "HIT"])
      for (const kind of kinds) {
        const response = await get(url, kind);
        const encoding = response.headers.get("content-encoding") ?? "identity";
        expect({ proxy: response.headers.get("x-proxy"), encoding }).toEqual({
          proxy: from,
          encoding: kind["accept-encoding"],
        });
        expect(response.headers.get("content-type")).toContain(kind.accept);
        texts.add(await response.text());
      }
    expect(texts.size).toBe(1);
  });

  it.skipIf(isSkipped || name !== "nginx").each(["ndjson", "parquet"] as const)(
    "an export as %s keeps its media type when it is revalidated",
    async (extension) => {
      const url = `${proxy.url}/soon${exportPath(extension)}`;
      const first = await get(url);
      const body = await first.arrayBuffer();
      await expect.poll(async () => (await get(url)).headers.get("x-proxy")).toBe("REVALIDATED");
      const again = await get(url);
      expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
      expect(await again.arrayBuffer()).toEqual(body);
    },
  );

  it.skipIf(isSkipped || name !== "Varnish").each(["ndjson", "parquet"] as const)(
    "an export as %s is kept once for all encodings; parts and 304 come from the cache",
    async (extension) => {
      const url = proxy.url + exportPath(extension);
      const first = await get(url);
      const body = Buffer.from(await first.arrayBuffer());
      const etag = first.headers.get("etag") ?? "";
      for (const encoding of ["identity", "gzip", "br"]) {
        const again = await get(url, { "accept-encoding": encoding });
        expect(again.headers.get("x-proxy")).toBe("HIT");
        expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
        expect(Buffer.from(await again.arrayBuffer()).equals(body)).toBe(true);
      }
      const part = await get(url, { range: "bytes=10-19" });
      expect([part.status, part.headers.get("x-proxy")]).toEqual([206, "HIT"]);
      expect(Buffer.from(await part.arrayBuffer()).equals(body.subarray(10, 20))).toBe(true);
      const known = await get(url, { "if-none-match": etag });
      expect([known.status, known.headers.get("etag"), known.headers.get("x-proxy")]).toEqual([304, etag, "HIT"]);
      expect(known.headers.get("content-type")).toBe(first.headers.get("content-type"));
    },
  );
});
