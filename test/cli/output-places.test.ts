import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, type Stats } from "node:fs";
import fs, { lstat, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openByteSink, replaceFile, writeWhole } from "../../src/cli/output/output-file.ts";
import { inFolder, omnidex, start } from "./cli-process.ts";
import { ADMIN_KEY, serveCli } from "./served-cli.ts";

const cli = serveCli();

const KEYS = ["--columns", "key", "--limit", "3"];
const THREE = '{"key":"video-001/0"}\n{"key":"video-001/1"}\n{"key":"video-001/2"}\n';

function makeFifo(folder: string): string {
  const path = join(folder, "fifo");
  execFileSync("mkfifo", [path]);
  return path;
}

/** The commands that write what they make to `--output`, and their outputs. */
const WRITERS: readonly (readonly string[])[] = [
  ["questions", ...KEYS],
  ["questions", "--format", "parquet"],
  ["questions", "--format", "json", "--limit", "2"],
  ["export", "questions"],
  ["export", "run", "demo-large"],
  ["export", "run", "demo-large", "--format", "csv"],
  ["export", "benchmark", "omnidex-demo"],
  ["export", "croissant", "omnidex-demo"],
];

describe("a FIFO", () => {
  it.each(WRITERS.map((args) => [args.join(" "), args] as const))("gets what '%s' writes, and stays one", (_, args) =>
    inFolder(async (folder) => {
      const fifo = makeFifo(folder);
      const reader = spawn("cat", [fifo]);
      const [finished, read] = await Promise.all([cli.run([...args, "--output", fifo]), text(reader.stdout)]);
      expect(finished.code).toBe(0);
      const file = join(folder, "file");
      await cli.run([...args, "--output", file]);
      expect(read.length).toBeGreaterThan(30);
      expect(read).toBe(await readFile(file, "utf8"));
      expect((await lstat(fifo)).isFIFO()).toBe(true);
      expect((await readdir(folder)).sort()).toEqual(["fifo", "file"]);
    }),
  );

  it("whose reader stops reading does not keep an interrupt from ending the command", () =>
    inFolder(async (folder) => {
      const fifo = makeFifo(folder);
      const child = start(["questions", "--output", fifo], { OMNIDEX_URL: cli.url() });
      const reader = spawn("sh", ["-c", 'exec 3<"$0"; head -c 1 <&3; read wait', fifo]);
      await once(reader.stdout, "data");
      child.kill("SIGINT");
      expect(await once(child, "close")).toEqual([130, null]);
      reader.stdin.end();
    }));

  it("whose reader goes away ends the command with one clear line", () =>
    inFolder(async (folder) => {
      const fifo = makeFifo(folder);
      const reader = spawn("head", ["-c", "10", fifo]);
      const [{ code, stderr }] = await Promise.all([cli.run(["questions", "--output", fifo]), once(reader, "close")]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `omnidex: The reader of '${fifo}' has closed it.\n` });
    }));
});

describe("a descriptor of the shell", () => {
  const inShell = async (folder: string, line: string): Promise<string> => {
    const program = `${process.execPath} ${join(import.meta.dirname, "../../bin/omnidex.js")}`;
    const env = { PATH: process.env.PATH ?? "", OMNIDEX_URL: cli.url(), OMNIDEX_CONFIG_DIR: folder };
    const child = spawn("bash", ["--norc", "-c", line.replace("omnidex", program)], {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [stderr] = await Promise.all([text(child.stderr), once(child, "close")]);
    return stderr;
  };

  it("such as >(cmd) is written to", () =>
    inFolder(async (folder) => {
      const stderr = await inShell(folder, `omnidex questions ${KEYS.join(" ")} --output >(cat > kept); wait $!`);
      expect(stderr).toMatch(/^3 questions in \/dev\/fd\/\d+\n$/);
      expect(await readFile(join(folder, "kept"), "utf8")).toBe(THREE);
    }));

  it("of a plain file keeps what the file holds", () =>
    inFolder(async (folder) => {
      const line = `{ echo head >&7; omnidex questions ${KEYS.join(" ")} --output /dev/fd/7; echo tail >&7; } 7>> kept`;
      expect(await inShell(folder, line)).toBe("3 questions in /dev/fd/7\n");
      expect(await readFile(join(folder, "kept"), "utf8")).toBe(`head\n${THREE}tail\n`);
    }));
});

describe("a link", () => {
  const write = (path: string) => cli.run(["questions", ...KEYS, "--output", path]);

  it("stays one, and the file that it names is replaced, with its permissions", () =>
    inFolder(async (folder) => {
      const [file, link, second] = [join(folder, "file"), join(folder, "link"), join(folder, "second")];
      await writeFile(file, "before", { mode: 0o640 });
      await symlink("file", link);
      await symlink(link, second);
      expect(await write(second)).toMatchObject({ code: 0, stderr: `3 questions in ${second}\n` });
      expect(await readFile(file, "utf8")).toBe(THREE);
      expect((await stat(file)).mode & 0o777).toBe(0o640);
      expect((await lstat(link)).isSymbolicLink() && (await lstat(second)).isSymbolicLink()).toBe(true);
      expect(await readdir(folder)).toHaveLength(3);
    }));

  it("to nothing yet makes the file that it names, also out of a linked folder", () =>
    inFolder(async (folder) => {
      await mkdir(join(folder, "a/real"), { recursive: true });
      await symlink("a/real", join(folder, "linked"));
      await symlink("../new.ndjson", join(folder, "a/real/link.ndjson"));
      expect(await write(join(folder, "linked/link.ndjson"))).toMatchObject({ code: 0 });
      expect(await readFile(join(folder, "a/new.ndjson"), "utf8")).toBe(THREE);
      expect(await readdir(join(folder, "a/real"))).toEqual(["link.ndjson"]);
    }));

  it("in a circle is an error, and so is one to a folder", () =>
    inFolder(async (folder) => {
      await symlink("b", join(folder, "a"));
      await symlink("a", join(folder, "b"));
      await expect(openByteSink(join(folder, "a"))).rejects.toThrow(/cannot be written: ELOOP/);
      await symlink(".", join(folder, "here"));
      await expect(openByteSink(join(folder, "here"))).rejects.toThrow("is a folder. Name a file in it.");
    }));
});

/** Runs work while `stat` says of every path named `device` that it is neither a file nor a folder. */
async function withDevices(work: () => Promise<void>): Promise<void> {
  const real = fs.stat;
  const device = Object.fromEntries(
    ["isFile", "isDirectory", "isFIFO", "isSymbolicLink"].map((name) => [name, () => false]),
  ) as unknown as Stats;
  const stub = async (path: string): Promise<Stats> => (path.endsWith("device") ? device : real(path));
  fs.stat = stub as typeof fs.stat;
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    fs.stat = real;
    syncBuiltinESMExports();
  }
}

describe("a device, played by a plain file that a stubbed stat calls one", () => {
  it("is opened and written, not replaced", () =>
    inFolder(async (folder) => {
      const path = join(folder, "device");
      await writeFile(path, "");
      const { ino } = await lstat(path);
      await withDevices(async () => {
        expect(await cli.run(["questions", ...KEYS, "--output", path])).toMatchObject({ code: 0 });
        await writeWhole(path, "keys\n");
        const { write, discard } = await openByteSink(path);
        await write("half");
        await discard();
      });
      expect((await lstat(path)).ino).toBe(ino);
      expect(await readFile(path, "utf8")).toBe(`${THREE}keys\nhalf`);
      expect(await readdir(folder)).toEqual(["device"]);
    }));

  it("is never made where it has vanished", () =>
    inFolder(async (folder) => {
      await withDevices(() =>
        expect(openByteSink(join(folder, "device"))).rejects.toThrow(/cannot be written: ENOENT/),
      );
      expect(await readdir(folder)).toEqual([]);
    }));

  it("is refused where the file has to be read again or replaced", () =>
    inFolder(async (folder) => {
      const path = join(folder, "device");
      await withDevices(async () => {
        expect(await cli.run(["backup", path, "--force"])).toMatchObject({
          code: 2,
          stderr: `omnidex: '${path}' is not a plain file.\nA backup is read again to verify its checksum.\n`,
        });
        await expect(replaceFile(path, () => Promise.resolve())).rejects.toThrow("so it is not replaced");
      });
      const fifo = makeFifo(folder);
      expect(await cli.run(["backup", fifo])).toMatchObject({ code: 2 });
      expect(await readdir(folder)).toEqual(["fifo"]);
    }));
});

/** Runs work while `rename` fails as it does for a file that is mounted by itself. */
async function withMountedFiles(work: () => Promise<void>): Promise<void> {
  const real = fs.rename;
  fs.rename = () => Promise.reject(Object.assign(new Error("resource busy or locked"), { code: "EBUSY" }));
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    fs.rename = real;
    syncBuiltinESMExports();
  }
}

describe("a file that is mounted by itself, played by a stubbed rename", () => {
  it("is truncated and written in place", () =>
    inFolder(async (folder) => {
      const path = join(folder, "mounted.ndjson");
      await writeFile(path, "earlier text that is longer than the questions\n".repeat(1000));
      const { ino } = await lstat(path);
      await withMountedFiles(async () => {
        expect(await cli.run(["questions", ...KEYS, "--output", path])).toMatchObject({ code: 0 });
      });
      expect(await readFile(path, "utf8")).toBe(THREE);
      expect((await lstat(path)).ino).toBe(ino);
      expect(await readdir(folder)).toEqual(["mounted.ndjson"]);
    }));
});

describe("files that are replaced as a whole", () => {
  it("a backup and the stored logins follow links, and leave no draft behind", () =>
    inFolder(async (folder) => {
      const [kept, config] = [join(folder, "kept"), join(folder, "config")];
      await mkdir(kept);
      await mkdir(config);
      await symlink("../kept/logins.json", join(config, "logins.json"));
      await symlink("kept/omnidex.backup.gz", join(folder, "backup"));
      expect(await cli.run(["backup", join(folder, "backup")])).toMatchObject({ code: 0 });
      expect(await cli.run(["backup", join(folder, "backup")])).toMatchObject({ code: 2 });
      expect(await cli.run(["backup", join(folder, "backup"), "--force"])).toMatchObject({ code: 0 });
      expect(await realpath(join(folder, "backup"))).toBe(await realpath(join(kept, "omnidex.backup.gz")));
      const user = { OMNIDEX_CONFIG_DIR: config, OMNIDEX_DATA_DIR: join(folder, "none") };
      expect(await omnidex(["login", cli.url(), "--with-token"], user, ADMIN_KEY)).toMatchObject({ code: 0 });
      expect((await readdir(kept)).sort()).toEqual(["logins.json", "omnidex.backup.gz"]);
      expect(await readdir(config)).toEqual(["logins.json"]);
    }));
});

describe("the sources", () => {
  const sources = join(import.meta.dirname, "../../src/cli");
  const texts = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => [relative(sources, join(sources, name)), readFileSync(join(sources, name), "utf8")] as const);

  it("give a file its name only where links are resolved", () => {
    const renaming = texts.filter(([, source]) => /\brename(Sync)?\(/.test(source)).map(([name]) => name);
    expect(renaming.sort()).toEqual(["output/output-file.ts"]);
  });

  it("write files whole only under new names", () => {
    const calls = texts.flatMap(([name, source]) =>
      [...source.matchAll(/\b(?:writeFile|writeFileSync|createWriteStream)\([^;]*/g)].map(([call]) => [name, call]),
    );
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.filter(([, call]) => !call?.includes('"wx"'))).toEqual([]);
  });
});
