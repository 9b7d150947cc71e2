// Implements `npm start`: builds, then serves.
import "../bin/required-node.js";

await import("./build.mjs");

// npm sends a signal to its shell, which ends without forwarding it. A server that npm started therefore shuts down
// once that shell has ended. A supervisor may run `npm start`, or `node bin/omnidex.js serve`, which has no shell in
// between.
const POLL_MS = 250;
if (process.env.npm_lifecycle_event === "start") {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, POLL_MS);
  watch.unref();
}

// Inserted before the options of `npm start -- --port 8080`.
process.argv.splice(2, 0, "serve");
await import("../bin/omnidex.js");
