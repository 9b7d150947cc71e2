// What `npm start` does: builds, then serves.
import "./build.mjs";

// npm gives a signal to its shell, which ends without handing it on. Who was started by npm ends, in order, when that shell
// has: a supervisor may run `npm start`, or `node bin/omnidex.js serve`, which has no shell between.
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

process.argv.push("serve");
await import("../bin/omnidex.js");
