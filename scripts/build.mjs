// Bundles the program and the dashboard into dist/.
import { mkdir, readdir, rm } from "node:fs/promises";
import { build, stop } from "esbuild";
import { BUILD_OPTIONS } from "./build-options.mjs";

// Chunks are named by their content, so chunks of earlier builds would never be overwritten.
await mkdir("dist", { recursive: true });
for (const name of await readdir("dist"))
  if (name !== "dashboard") await rm(`dist/${name}`, { recursive: true, force: true });
await import("./build-dashboard.mjs");
await build(BUILD_OPTIONS);
// esbuild's process would live as long as this one, which may go on to serve.
await stop();
