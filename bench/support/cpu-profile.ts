import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The parts of V8's `--cpu-prof` output that are read here. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}

/** A share of the time in which the process was busy, from 0 to 1. */
export interface Share {
  readonly name: string;
  readonly share: number;
}

/** The CPU time of a process by package and by function, with the largest shares first. */
export interface ProfileSummary {
  readonly packages: readonly Share[];
  readonly functions: readonly Share[];
}

export async function readProfile(folder: string): Promise<ProfileSummary> {
  const file = (await readdir(folder)).find((name) => name.endsWith(".cpuprofile"));
  if (file === undefined) throw new Error("The server has left no profile.");
  return summarise(JSON.parse(await readFile(join(folder, file), "utf8")) as CpuProfile);
}

function summarise({ nodes, samples, timeDeltas }: CpuProfile): ProfileSummary {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const packages = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [index, sample] of samples.entries()) {
    const frame = byId.get(sample)?.callFrame;
    if (frame === undefined || frame.functionName === "(idle)") continue;
    const own = packageOf(frame);
    const time = timeDeltas[index] ?? 0;
    packages.set(own, (packages.get(own) ?? 0) + time);
    const name = `${frame.functionName || "(anonymous)"}, ${own}`;
    functions.set(name, (functions.get(name) ?? 0) + time);
  }
  return { packages: shares(packages), functions: shares(functions) };
}

function packageOf({ functionName, url }: ProfileNode["callFrame"]): string {
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (installed !== undefined) return installed;
  if (url.startsWith("node:")) return "Node";
  if (url === "") return functionName === "(garbage collector)" ? "garbage collector" : "native code";
  return "Omnidex";
}

function shares(times: ReadonlyMap<string, number>): Share[] {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([name, time]) => ({ name, share: time / total })).sort((a, b) => b.share - a.share);
}
