import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareData } from "../data/prepare-data.ts";
import type { BenchQuery } from "../queries/five-queries.ts";
import { type Section, table } from "../report.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { SERVERS } from "../servers/server-list.ts";
import { type BenchContext, environmentOf } from "../support/bench-context.ts";
import { type ProfileSummary, readProfile, type Share } from "../support/cpu-profile.ts";
import { load, postRequest } from "../support/load.ts";
import { startServer } from "../support/server-process.ts";
import { queriesOf } from "./five-set.ts";

/** The number of functions that are listed for each query. */
const MOST_FUNCTIONS = 20;

/** Profiles the CPU time of Omnidex's server, query by query. */
export async function measureProfile(context: BenchContext): Promise<Section> {
  const { options, postgres, say } = context;
  await prepareData(postgres.url, options.size);
  const omnidex = SERVERS.find(({ name }) => name === "omnidex");
  if (omnidex === undefined) throw new Error("There is no server to profile.");
  const profiles: { readonly query: string; readonly summary: ProfileSummary }[] = [];
  for (const query of await queriesOf(context)) {
    say(`profiling ${query.name}`);
    profiles.push({ query: query.name, summary: await profile(context, omnidex, query) });
  }
  const markdown = profiles.map(({ query, summary }) => profileText(query, summary)).join("\n\n");
  return { name: "profile", title: "Where the time goes", markdown, figures: profiles };
}

async function profile(context: BenchContext, server: BenchServer, query: BenchQuery): Promise<ProfileSummary> {
  const { connections, seconds } = context.options;
  const folder = await mkdtemp(join(tmpdir(), "omnidex-profile-"));
  try {
    const args = ["--cpu-prof", `--cpu-prof-dir=${folder}`, ...server.command.args];
    const running = await startServer({ ...server.command, args }, environmentOf(context));
    const requests = query.variants.map((variables) => {
      const { path, body } = server.request(query, variables);
      return postRequest(path, body);
    });
    await load(running.url, requests, { connections, seconds });
    await running.stop();
    return await readProfile(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function profileText(query: string, { packages, functions }: ProfileSummary): string {
  const rows = (shares: readonly Share[]) => shares.map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]);
  const byPackage = table([`${query}, by package`, "share"], rows(packages.filter(({ share }) => share > 0.01)));
  const byFunction = table([`${query}, by function`, "share"], rows(functions.slice(0, MOST_FUNCTIONS)));
  return `${byPackage}\n\n${byFunction}`;
}
