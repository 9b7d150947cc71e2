// Loaded into the server that is measured (`node --import`): answers "measure" with the event loop's delays since the last
// one, in milliseconds, and the memory that the process has. The threads that inherit it do nothing.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  process.on("message", (message) => {
    if (message !== "measure") return;
    const [p99, p999, max] = [delays.percentile(99), delays.percentile(99.9), delays.max].map((delay) => delay / 1e6);
    process.send({ p99, p999, max, count: delays.count, rss: process.memoryUsage.rss() });
    delays.reset();
  });
  process.channel?.unref();
}
