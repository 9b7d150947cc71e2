import { expect, it } from "vitest";
import { serveSeeded } from "./cli-process.ts";

/** A fault that a library might have, triggered by a signal. */
const preload = (fault: string): string =>
  `data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${fault} })`)}`;

it.each([
  ["unhandledRejection", 'Promise.reject(new Error("nobody awaits it"))'],
  ["uncaughtException", 'setTimeout(() => { throw new Error("nobody awaits it") })'],
])("an %s is logged, and the server shuts down in order", async (event, fault) => {
  const server = await serveSeeded({ NODE_OPTIONS: `--import ${preload(fault)}` });
  server.signal("SIGUSR2");
  expect(await server.ended).toBe(1);
  await server.end();
  const line =
    server
      .output()
      .split("\n")
      .find((one) => one.includes("nobody awaits it")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ level: "error", requestId: event, err: { message: "nobody awaits it" } });
});
