// Bundles the program into dist/.
import { rm } from "node:fs/promises";
import { build, stop } from "esbuild";
import { BUILD_OPTIONS } from "./build-options.mjs";

// Chunks are named by their content: those of an earlier build would stay for ever.
await rm("dist", { recursive: true, force: true });
await build(BUILD_OPTIONS);
// Its process would live as long as this one, which may go on to serve.
await stop();
