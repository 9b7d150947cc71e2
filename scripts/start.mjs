// What `npm start` does: builds, then serves, in one process, so that a signal meant for the server reaches it.
import "./build.mjs";

process.argv.push("serve");
await import("../bin/omnidex.js");
