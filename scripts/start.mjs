// What `npm start` does: builds, then serves. npm's shell keeps a signal to itself: a supervisor should run
// `node bin/omnidex.js serve`, which ends in order on SIGTERM.
import "./build.mjs";

process.argv.push("serve");
await import("../bin/omnidex.js");
