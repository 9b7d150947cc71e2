// Loaded into the measured server (`node --import`). It answers "measure" with the delays of the event loop since the
// last time, in milliseconds, the process's CPU time and its memory, and "settle" with what remains after a garbage
// collection. It does nothing in threads that inherit it.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send !== undefined) {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  process.on("message", (message) => {
    if (message === "measure") {
      const [p99, p999, max] = [delays.percentile(99), delays.percentile(99.9), delays.max].map((delay) => delay / 1e6);
      const { user, system } = process.cpuUsage();
      process.send({ p99, p999, max, count: delays.count, cpu: (user + system) / 1e3, rss: process.memoryUsage.rss() });
      delays.reset();
    }
    if (message === "settle") {
      collectGarbage();
      const resources = {};
      for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
      const { heapUsed, rss } = process.memoryUsage();
      process.send({ heap: heapUsed, rss, resources });
    }
  });
  process.channel?.unref();
}
