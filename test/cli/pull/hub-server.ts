import { createHash } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** One state of a dataset: its files by path. */
export type Files = Readonly<Record<string, Buffer>>;

/** A request that the Hub received. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** May respond in place of the Hub. Returns false if it did not. */
export type Fault = (asked: Asked, response: ServerResponse) => boolean;

interface Dataset {
  readonly gated: boolean;
  readonly license: string | null;
  /** Branch → commit. */
  readonly branches: Map<string, string>;
  readonly commits: Map<string, Files>;
}

/** Larger files are in LFS, as at the Hub: another host serves them, by their SHA-256. */
const SMALL = 1000;
/** The entries of a page of a listing. The Hub's pages have a thousand. */
const TREE_PAGE = 20;

export const gitOid = (content: Buffer): string =>
  createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
export const sha256 = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/**
 * Implements the part of the Hub's HTTP API that a download uses: `revision`, `tree`, `paths-info` and `resolve`, with
 * the redirects, headers and error codes of the real one. Large files lie on a second server, of another origin.
 * @see https://huggingface.co/docs/hub/api
 */
export class HubServer {
  readonly asked: Asked[] = [];
  readonly storageAsked: Asked[] = [];
  /** The valid tokens; those of `members` may read gated repositories. */
  readonly tokens = new Set<string>(["hf_member", "hf_stranger"]);
  readonly members = new Set<string>(["hf_member"]);
  fault: Fault = () => false;
  storageFault: Fault = () => false;
  readonly #datasets = new Map<string, Dataset>();
  readonly #objects = new Map<string, Buffer>();
  readonly #hub: Server;
  readonly #storage: Server;

  constructor() {
    this.#hub = createServer((request, response) => void this.#answer(request, response));
    this.#storage = createServer((request, response) => this.#answerStorage(request, response));
  }

  static async start(): Promise<HubServer> {
    const server = new HubServer();
    await server.listen();
    return server;
  }

  async listen(): Promise<void> {
    await Promise.all([listen(this.#hub), listen(this.#storage)]);
  }

  get url(): string {
    return urlOf(this.#hub);
  }

  async close(): Promise<void> {
    for (const server of [this.#hub, this.#storage]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** Adds a commit to a dataset's main branch. @returns the commit */
  commit(repo: string, files: Files, { gated = false, license = "cc-by-nc-4.0" as string | null } = {}): string {
    const known = this.#datasets.get(repo);
    const dataset: Dataset = {
      gated,
      license,
      branches: known?.branches ?? new Map(),
      commits: known?.commits ?? new Map(),
    };
    const all = Object.entries(files).map(([path, content]) => `${path} ${sha256(content)}`);
    const commit = createHash("sha1").update(all.join("\n")).update(String(dataset.commits.size)).digest("hex");
    dataset.branches.set("main", commit);
    dataset.commits.set(commit, files);
    this.#datasets.set(repo, dataset);
    for (const content of Object.values(files)) this.#objects.set(sha256(content), content);
    return commit;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = askedOf(request);
    this.asked.push(asked);
    const body = await bodyOf(request);
    if (this.fault(asked, response)) return;
    const path = decodeURIComponent(new URL(asked.path, this.url).pathname);
    const api = /^\/api\/datasets\/([^/]+\/[^/]+)\/(revision|tree|paths-info)\/(.+)$/.exec(path);
    const file = /^\/datasets\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(path);
    const [, repo = "", kind = "resolve", rest = ""] = api ?? [];
    const [revision, name] = file === null ? [rest.split("/")[0] ?? "", ""] : [file[2] ?? "", file[3] ?? ""];
    const dataset = this.#datasets.get(file?.[1] ?? repo);
    const token = /^Bearer (.*)$/.exec(asked.headers.authorization ?? "")?.[1];
    if (token !== undefined && !this.tokens.has(token))
      return refuse(response, 401, null, "Invalid credentials in Authorization header");
    // Without a token, the real Hub does not distinguish a private dataset from a missing one.
    if (dataset === undefined)
      return refuse(response, token === undefined ? 401 : 404, "RepoNotFound", "Repository not found");
    const commit = dataset.branches.get(revision) ?? revision;
    const files = dataset.commits.get(commit);
    if (files === undefined) return refuse(response, 404, "RevisionNotFound", `Invalid rev id: ${revision}`);
    if (kind === "revision") return sendJson(response, infoOf(repo, commit, dataset));
    if (kind === "tree") return this.#sendTree(response, asked.path, files);
    if (kind === "paths-info") return sendJson(response, pathsOf(files, body));
    if (dataset.gated && (token === undefined || !this.members.has(token)))
      return refuse(response, token === undefined ? 401 : 403, "GatedRepo", "Access to this dataset is restricted");
    const content = files[name];
    if (content === undefined) return refuse(response, 404, "EntryNotFound", "Entry not found");
    this.#resolve(response, commit, content);
  }

  /** Lists files in pages, each with the address of the next one. */
  #sendTree(response: ServerResponse, path: string, files: Files): void {
    const url = new URL(path, this.url);
    const start = Number(url.searchParams.get("cursor") ?? 0);
    const entries = treeOf(files, url.searchParams.get("recursive") === "true");
    if (start + TREE_PAGE < entries.length) {
      url.searchParams.set("cursor", String(start + TREE_PAGE));
      response.setHeader("link", `<${url}>; rel="next"`);
    }
    sendJson(response, entries.slice(start, start + TREE_PAGE));
  }

  #resolve(response: ServerResponse, commit: string, content: Buffer): void {
    response.setHeader("x-repo-commit", commit);
    if (content.length <= SMALL) {
      response.setHeader("etag", `"${gitOid(content)}"`);
      sendContent(response, content);
    } else {
      response.setHeader("x-linked-etag", `"${sha256(content)}"`);
      response.setHeader("x-linked-size", content.length);
      response.writeHead(302, { location: `${urlOf(this.#storage)}/${sha256(content)}?signature=s` }).end();
    }
  }

  #answerStorage(request: IncomingMessage, response: ServerResponse): void {
    const asked = askedOf(request);
    this.storageAsked.push(asked);
    if (this.storageFault(asked, response)) return;
    const content = this.#objects.get(asked.path.slice(1, 65));
    // S3, too, refuses a request that has both a signature and a token.
    if (content === undefined || asked.headers.authorization !== undefined) refuse(response, 400, null, "");
    else sendContent(response, content);
  }
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const askedOf = ({ method = "", url = "", headers }: IncomingMessage): Asked => ({ method, path: url, headers });

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(value));
}

export function refuse(response: ServerResponse, status: number, code: string | null, message: string): void {
  if (code !== null) response.setHeader("x-error-code", code);
  if (message !== "") response.setHeader("x-error-message", message);
  response
    .writeHead(status, { "content-type": "application/json; charset=utf-8" })
    .end(JSON.stringify({ error: message }));
}

function sendContent(response: ServerResponse, content: Buffer): void {
  response.writeHead(200, { "content-length": content.length }).end(content);
}

const infoOf = (repo: string, sha: string, { gated, license }: Dataset) => ({
  ...{ _id: "1", id: repo, sha, private: false, gated: gated ? "auto" : false, downloads: 0, likes: 0 },
  lastModified: "2026-01-01T00:00:00.000Z",
  ...(license !== null && { cardData: { license } }),
});

const entryOf = (path: string, content: Buffer) => ({
  ...{ type: "file", path, size: content.length },
  ...(content.length <= SMALL
    ? { oid: gitOid(content) }
    : {
        oid: gitOid(Buffer.from(sha256(content))),
        lfs: { oid: sha256(content), size: content.length, pointerSize: 130 },
      }),
});

const pathsOf = (files: Files, body: string) =>
  (JSON.parse(body) as { paths: string[] }).paths.flatMap((path) => {
    const content = files[path];
    return content === undefined ? [] : [entryOf(path, content)];
  });

const treeOf = (files: Files, recursive: boolean) => {
  if (recursive) return Object.entries(files).map(([path, content]) => entryOf(path, content));
  const names = new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""));
  return [...names].map((name) => {
    const content = files[name];
    return content === undefined
      ? { type: "directory", path: name, size: 0, oid: "0".repeat(40) }
      : entryOf(name, content);
  });
};
