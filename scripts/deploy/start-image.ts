import { type ChildProcess, spawn } from "node:child_process";
import { chown, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Image } from "./read-image.ts";
import type { User } from "./replay-stages.ts";

interface Started {
  /** The root of the last stage. */
  readonly root: string;
  readonly home: string;
  readonly user: User;
  readonly say: (line: string) => void;
}

/** The time limit for the first start, in milliseconds; it is slow on two busy cores. */
const PATIENCE = 180_000;

/** Starts the entry point, sends it requests, and ends it. @throws if anything differs from what an image must do */
export async function startImage(image: Image, { root, home, user, say }: Started): Promise<void> {
  if (/^(root|0)(:|$)/.test(image.user)) throw new Error("The image runs as root.");
  const app = join(root, "app");
  const temporary = join(home, "tmp");
  await mkdir(temporary);
  if (user !== null) {
    await chown(temporary, user.uid, user.gid);
    // Files that COPY creates belong to root.
    await giveToRoot(app);
  }
  const port = String(await freePort());
  const env: Readonly<Record<string, string>> = {
    PATH: process.env.PATH ?? "",
    TMPDIR: temporary,
    ...underRoot(image, root),
    PORT: port,
  };
  const before = await readdir(app);
  const server = start(image.command, app, env, user);
  try {
    const url = `http://127.0.0.1:${port}`;
    await ready(server, url);
    say("the server is ready");
    const { code } = await start(image.healthCheck, app, env, user).ended;
    if (code !== 0) throw new Error(`The health check ended with ${code}.`);
    await requireAnswer(url);
    const keyFile = join(env.OMNIDEX_DATA_DIR ?? "", "admin-key");
    await requireKey(keyFile, url);
    server.child.kill("SIGTERM");
    const end = await server.ended;
    if (end.code !== 0) throw new Error(`SIGTERM ended the server with ${end.code}: ${end.output.slice(-2_000)}`);
    if (!end.output.includes(`  key      ${keyFile}  (`)) throw new Error(`It did not print ${keyFile}.`);
    // Other machines can reach a container's server.
    if (end.output.includes("sign-in#code=")) throw new Error("It printed a sign-in link.");
    say("it was asked, its volume keeps the administrator's key, and SIGTERM ended it with 0");
    const after = await start(image.healthCheck, app, env, user).ended;
    if (after.code !== 1) throw new Error(`Without a server the health check ended with ${after.code}.`);
    if (String(await readdir(app)) !== String(before)) throw new Error("The server has written beside its data.");
  } finally {
    server.child.kill("SIGKILL");
  }
}

/** Paths of volumes, prefixed with the stage's root. */
const underRoot = ({ environment, volumes }: Image, root: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, volumes.includes(value) ? join(root, value) : value]),
  );

interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

function start([program = "", ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv, user: User): Process {
  const child = spawn(program === "node" ? process.execPath : program, args, { cwd, env, ...user });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) =>
    child.once("error", reject).once("close", (code) => resolve({ code, output })),
  );
  return { child, ended };
}

async function ready({ ended }: Process, url: string): Promise<void> {
  const died = ended.then(({ code, output }) => {
    throw new Error(`The server ended with ${code}: ${output.slice(-4_000)}`);
  });
  died.catch(() => {});
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    const answer = fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (await Promise.race([answer, died])) return;
    await sleep(200);
  }
  throw new Error(`The server was not ready after ${PATIENCE / 1_000} s.`);
}

async function requireAnswer(url: string): Promise<void> {
  const text = await answerOf(url, "{ questions(first: 1) { totalCount } }");
  if (!/"totalCount":[1-9]/.test(text)) throw new Error(`The server answered ${text}`);
}

async function answerOf(url: string, query: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query }),
  });
  return `${response.status} ${await response.text()}`;
}

/** The volume keeps the administrator's key, which the server accepts, for the server's user alone. */
async function requireKey(file: string, url: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o777) !== 0o600) throw new Error(`The mode of ${file} is ${(mode & 0o777).toString(8)}.`);
  const authorization = `Bearer ${(await readFile(file, "utf8")).trim()}`;
  const text = await answerOf(url, "{ viewer { admin } }", { authorization });
  if (!text.includes('"admin":true')) throw new Error(`The server does not accept the key in ${file}: ${text}`);
}

async function giveToRoot(folder: string): Promise<void> {
  await chown(folder, 0, 0);
  for (const entry of await readdir(folder)) await chown(join(folder, entry), 0, 0);
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
