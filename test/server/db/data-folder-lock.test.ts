import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireDataFolderLock, readDataFolderLock } from "../../../src/server/db/data-folder-lock.ts";
import { currentProcess } from "../../../src/server/db/process-identity.ts";
import { cases } from "../../support/cases.ts";
import type { Answer, Command } from "./data-folder-contender.ts";

const CONTENDER = resolve(import.meta.dirname, "data-folder-contender.ts");
const ADDRESS = { url: "http://127.0.0.1:4000", adminKey: "omx_secret" };

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "omnidex-lock-"));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

async function startContender(): Promise<ChildProcess> {
  const child = fork(CONTENDER, { execArgv: ["--import", "tsx"] });
  children.push(child);
  await once(child, "message");
  return child;
}

async function tell(child: ChildProcess, command: Command): Promise<string> {
  const answered = once(child, "message");
  child.send(command);
  const [answer] = (await answered) as [Answer];
  return answer.result;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

describe("one process", () => {
  it("locks a folder that does not exist yet, and unlocks it", async () => {
    const lock = await acquireDataFolderLock(join(folder, "new"));
    expect(await readDataFolderLock(join(folder, "new"))).toEqual({ pid: process.pid });
    await lock.release();
    await lock.release();
    expect(await readDataFolderLock(join(folder, "new"))).toBeNull();
    expect(await readdir(join(folder, "new", "lock"))).toEqual([]);
  });

  it("finds no holder if there is no folder", async () => {
    expect(await readDataFolderLock(join(folder, "none"))).toBeNull();
  });

  it("cannot lock a folder twice", async () => {
    const lock = await acquireDataFolderLock(folder);
    await expect(acquireDataFolderLock(folder)).rejects.toMatchObject({ code: "CONFLICT" });
    await lock.release();
    await (await acquireDataFolderLock(folder)).release();
  });

  it("publishes its latest address, readable for its own user only", async () => {
    const lock = await acquireDataFolderLock(folder);
    await lock.publishAddress({ ...ADDRESS, url: "http://127.0.0.1:1" });
    await lock.publishAddress(ADDRESS);
    expect(await readDataFolderLock(folder)).toEqual({ pid: process.pid, ...ADDRESS });
    const [name = ""] = await readdir(join(folder, "lock"));
    expect((await stat(join(folder, "lock", name))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "lock"))).mode & 0o777).toBe(0o700);
    await lock.release();
    await expect(lock.publishAddress(ADDRESS)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

describe("the lock of a dead process", () => {
  const claim = (pid: number, startedAt: number, boot: string) =>
    writeFile(join(folder, "lock", `${pid}.${startedAt}.${boot}.0a.lock`), "held\n");

  beforeEach(async () => (await acquireDataFolderLock(folder)).release());

  it.runIf(process.platform === "linux")("is not mistaken for a new process with the same pid", async () => {
    const { pid, startedAt, boot } = currentProcess();
    await claim(pid, startedAt - 1, boot);
    expect(await readDataFolderLock(folder)).toBeNull();
    await claim(pid, startedAt, "00000000");
    expect(await readDataFolderLock(folder)).toBeNull();
    await claim(pid, startedAt, boot);
    expect(await readDataFolderLock(folder)).toEqual({ pid });
  });

  it("is recognised by the pid alone if it has no start time", async () => {
    const { pid, boot } = currentProcess();
    await claim(pid, 0, boot);
    expect(await readDataFolderLock(folder)).toEqual({ pid });
  });

  it("is not confused with other files in the lock folder", async () => {
    await writeFile(join(folder, "lock", "notes.txt"), "");
    await (await acquireDataFolderLock(folder)).release();
    expect(await readdir(join(folder, "lock"))).toEqual(["notes.txt"]);
  });
});

describe("several processes", () => {
  it("get an error with the id of the process that holds the folder, and its address", async () => {
    const lock = await acquireDataFolderLock(folder);
    const child = await startContender();
    expect(await tell(child, { acquire: folder })).toContain(`'${folder}' is in use by process ${process.pid}. `);
    await lock.publishAddress(ADDRESS);
    const message = await tell(child, { acquire: folder });
    expect(message).toContain(`process ${process.pid}, which listens on ${ADDRESS.url}. Stop that process`);
    expect(message).not.toContain(ADDRESS.adminKey);
    await lock.release();
    expect(await tell(child, { acquire: folder })).toBe("held");
  });

  it("can lock the folder after kill -9 of the holder", async () => {
    const child = await startContender();
    expect(await tell(child, { acquire: folder })).toBe("held");
    expect(await readDataFolderLock(folder)).toEqual({ pid: child.pid });
    await kill(child);
    expect(await readDataFolderLock(folder)).toBeNull();
    await (await acquireDataFolderLock(folder)).release();
  });

  it("race for the folder of a dead holder, and exactly one wins, several times", async () => {
    const contenders = await Promise.all([startContender(), startContender(), startContender()]);
    for (let round = 0; round < cases(5); round++) {
      const victim = await startContender();
      expect(await tell(victim, { acquire: folder })).toBe("held");
      await kill(victim);
      const results = await Promise.all(contenders.map((child) => tell(child, { acquire: folder })));
      expect(results.filter((result) => result === "held")).toHaveLength(1);
      expect(results.filter((result) => result.includes("is in use by process"))).toHaveLength(2);
      await Promise.all(contenders.map((child) => tell(child, { release: true })));
    }
  });
});
