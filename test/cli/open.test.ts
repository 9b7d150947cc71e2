import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inFolder } from "./cli-process.ts";
import { serveCli } from "./served-cli.ts";

const cli = serveCli();
const printed = async (line: string): Promise<string> => {
  const text = await cli.print(["open", ...line.split(" ").filter(Boolean), "--print"]);
  expect(text.startsWith(cli.url())).toBe(true);
  return text.slice(cli.url().length, -1);
};

describe("omnidex open --print", () => {
  it.each([
    ["", "/"],
    ["home", "/"],
    ["submit", "/submit"],
    ["admin", "/admin"],
    ["run_3", "/runs/run_3"],
    ["3", "/runs/run_3"],
    ["latest", "/runs/run_3"],
    ["demo-large", "/runs/run_3"],
    ["run_3 demo-small 2", "/compare?runs=run_3,run_1,run_2"],
    ["omnidex-demo", "/benchmarks/omnidex-demo"],
    ["omnidex-demo -b omnidex-demo --level reasoning", '/benchmarks/omnidex-demo?filter={"levels":["REASONING"]}'],
    ["questions", "/questions"],
    ["questions -b omnidex-demo", "/questions?benchmark=omnidex-demo"],
    [
      "questions -b omnidex-demo --audio music --min-duration 10m",
      '/questions?benchmark=omnidex-demo&filter={"audioTypes":{"any":["MUSIC"]},"durationSeconds":{"gte":600}}',
    ],
    ["question_1", "/questions/question_1"],
    ["video-001/0", "/questions/question_1"],
    ["video-001/0 -b omnidex-demo", "/questions/question_1"],
  ])("prints the address for %j", async (line, path) => {
    expect(decodeURIComponent(await printed(line))).toBe(path);
  });

  it.each([
    ["run_99", "There is no run 'run_99'", "'omnidex runs' lists"],
    ["run_1 run_99", "There is no run 'run_99'", "'omnidex runs' lists"],
    ["omnidex-dem", "There is no run, benchmark or question 'omnidex-dem'.", "Did you mean 'omnidex-demo'?"],
    ["qestions", "There is no run, benchmark or question 'qestions'.", "Did you mean 'questions'?"],
    ["demo-larg", "There is no run or model 'demo-larg'.", "Did you mean 'demo-large'?"],
    ["question_99999", "There is no question 'question_99999'.", "shows the ids"],
    ["run_1 --level reasoning", "Options of a slice need a benchmark", "omnidex open questions"],
    ["run_1 run_2 --level reasoning", "Options of a slice need a benchmark", "omnidex open questions"],
    ["--level reasoning", "Options of a slice need a benchmark", "omnidex open questions"],
    ["omnidex-demo -b worldsense", "The leaderboard is that of 'omnidex-demo'", "--benchmark worldsense"],
    ["omnidex-demo --task event-ordr", "--task: There is no task 'event-ordr'", "Did you mean 'event-order'?"],
  ])("refuses %j", async (line, message, hint) => {
    const { code, stdout, stderr } = await cli.run(["open", ...line.split(" ")]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`omnidex: ${message}`);
    expect(stderr).toContain(hint);
  });
});

/** A program that records the addresses that it is asked to open. */
async function opener(folder: string, ending = ""): Promise<{ readonly program: string; opened(): Promise<string> }> {
  const [program, notes] = [join(folder, "browser"), join(folder, "opened")];
  await writeFile(program, `#!/bin/sh\nprintf %s "$1" > '${notes}'\n${ending}\n`);
  await chmod(program, 0o755);
  return { program, opened: () => readFile(notes, "utf8").catch(() => "") };
}

/** A server that answers pages with this status, and passes all other requests to the tests' own server. */
async function serverWithPages(status = 200) {
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.headers.accept === "text/html") {
      outgoing.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end("<!doctype html>");
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const headers = { "content-type": incoming.headers["content-type"] ?? "" };
    const answer = await fetch(`${cli.url()}${incoming.url}`, { method: "POST", headers, body: Buffer.concat(pieces) });
    outgoing.setHeader("content-type", "application/json").end(await answer.text());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

describe.skipIf(process.platform === "win32")("omnidex open", () => {
  it("opens a page of the server", () =>
    inFolder(async (folder) => {
      const [browser, server] = [await opener(folder), await serverWithPages()];
      const environment = { OMNIDEX_URL: server.url, BROWSER: browser.program };
      const opened = await cli.run(["open", "omnidex-demo", "--audio", "music,sound"], environment);
      server.close();
      const url = `${server.url}/benchmarks/omnidex-demo?filter=%7B%22audioTypes%22:%7B%22any%22:%5B%22MUSIC%22,%22SOUND%22%5D%7D%7D`;
      expect(opened).toEqual({ code: 0, stdout: `${url}\n`, stderr: "" });
      expect(await browser.opened()).toBe(url);
    }));

  it("says that the server has no such page, and prints the address anyway", () =>
    inFolder(async (folder) => {
      const [browser, server] = [await opener(folder), await serverWithPages(404)];
      const environment = { OMNIDEX_URL: server.url, BROWSER: browser.program };
      const { code, stdout, stderr } = await cli.run(["open", "submit"], environment);
      server.close();
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${server.url}/submit\n` });
      expect(stderr).toBe(`The server at ${server.url} serves no page at this address.\n`);
      expect(await browser.opened()).toBe("");
    }));

  it("gives advice if no browser can be started", () =>
    inFolder(async (folder) => {
      const [failing, server] = [await opener(folder, "exit 3"), await serverWithPages()];
      for (const [program, reason] of [
        [failing.program, "exit code 3"],
        [join(folder, "none"), "ENOENT"],
      ] as const) {
        const found = await cli.run(["open", "run_1"], { OMNIDEX_URL: server.url, BROWSER: program });
        expect(found).toMatchObject({ code: 1, stdout: `${server.url}/runs/run_1\n` });
        expect(found.stderr).toMatch(new RegExp(`^omnidex: .* could not open the browser: .*${reason}`));
        expect(found.stderr).toContain("Open the address yourself");
      }
      server.close();
    }));
});
