import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Config, readConfig } from "../server/config/config.ts";
import type { RunningServer } from "../server/main.ts";
import { watchLoop } from "../server/telemetry/loop-watchdog.ts";
import { dataFolderState } from "./maintenance/written-database.ts";
import { errorColors, outputSettings } from "./output/printing.ts";

/** The server cannot listen on a port. */
class PortError extends Error {
  override readonly name = "PortError";

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/**
 * Checks that the server will be able to listen, before it creates anything.
 * @throws {PortError} for a port that is taken, or that this user may not listen on
 */
async function requireFreePorts({ host, port, telemetry: { metrics } }: Config): Promise<void> {
  await requireFreePort({ host, port }, { host: "HOST", port: "--port or PORT" });
  if (metrics !== null) await requireFreePort(metrics, { host: "OMNIDEX_METRICS_HOST", port: "OMNIDEX_METRICS_PORT" });
}

/** The names of the settings of an address. */
interface AddressSettings {
  readonly host: string;
  readonly port: string;
}

async function requireFreePort(
  { host, port }: { readonly host: string; readonly port: number },
  settings: AddressSettings,
): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw portError(error, host, `${host}:${port}`, settings);
  });
  await new Promise((resolve) => probe.close(resolve));
}

const NO_SUCH_HOST: ReadonlySet<string | undefined> = new Set(["ENOTFOUND", "EAI_AGAIN", "EADDRNOTAVAIL", "EINVAL"]);

function portError(
  error: NodeJS.ErrnoException,
  host: string,
  address: string,
  { host: hostSetting, port: setting }: AddressSettings,
): Error {
  if (NO_SUCH_HOST.has(error.code))
    return new PortError(
      `${hostSetting} is '${host}', which is not an address of this machine (${error.code}).`,
      `Set ${hostSetting} to one, such as 127.0.0.1, or to 0.0.0.0 for all of them. Nothing was created.`,
    );
  if (error.code === "EADDRINUSE")
    return new PortError(
      `the port is taken: another program already listens on ${address}.`,
      `Choose another one with ${setting}, as in 'omnidex serve --port 4001', or stop that program. Nothing was created.`,
    );
  if (error.code === "EACCES")
    return new PortError(
      `this user may not listen on ${address}.`,
      `Choose a port above 1023 with ${setting}. Nothing was created.`,
    );
  return error;
}

/** The steps of a longer task, each shown as a line on stderr. */
interface Steps {
  /** Begins a step, and ends the previous one. */
  begin(step: string): void;
  /** Ends the last step. */
  end(): void;
}

/** How often the elapsed time of a step is refreshed on a terminal, in milliseconds. */
const SHOWN_EVERY = 100;

/** The members of a stream that are needed to show steps. */
interface Shown {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const SILENT: Steps = { begin: () => {}, end: () => {} };

/** Shows a line for each step; on a terminal, with its duration in seconds. Shows nothing with `--quiet`. */
export function startSteps(stream: Shown = process.stderr): Steps {
  if (outputSettings().quiet) return SILENT;
  return stream.isTTY === true && process.env.TERM !== "dumb" ? timedSteps(stream) : plainSteps(stream);
}

const plainSteps = (stream: Shown): Steps => ({
  begin: (step) => {
    stream.write(`omnidex: ${step} …\n`);
  },
  end: () => {},
});

function timedSteps(stream: Shown): Steps {
  let shown: { readonly step: string; readonly begun: number; readonly timer: NodeJS.Timeout } | null = null;
  const line = (step: string, begun: number): string =>
    `\r\u001b[2K${step} … ${errorColors.dim(`${((performance.now() - begun) / 1_000).toFixed(1)} s`)}`;
  const end = (): void => {
    if (shown === null) return;
    clearInterval(shown.timer);
    stream.write(`${line(shown.step, shown.begun)}\n`);
    shown = null;
  };
  const begin = (step: string): void => {
    end();
    const begun = performance.now();
    stream.write(line(step, begun));
    const timer = setInterval(() => stream.write(line(step, begun)), SHOWN_EVERY);
    // If the task throws before `end` is called, the timer must not keep the process alive.
    timer.unref();
    shown = { step, begun, timer };
  };
  return { begin, end };
}

export interface ServeOptions {
  readonly port?: string;
}

/** Serves until a signal ends it. */
export async function serve({ port }: ServeOptions): Promise<void> {
  const config = readConfig({ ...process.env, ...(port !== undefined && { PORT: port }) });
  await requireFreePorts(config);
  const { folder = null } = config.database.engine === "pglite" ? config.database : {};
  const isNew = folder !== null && (await dataFolderState(folder)) !== "used";
  // Loaded after the checks, which then fail at once.
  const { startServer } = await import("../server/main.ts");
  const steps = startSteps();
  if (isNew) steps.begin(`creating the database in ${folder}`);
  const server = await startServer(config, null, steps.begin).finally(steps.end);
  // First, because whoever reads the greeting may send a signal at once.
  closeOnSignal(server, config.drainSeconds);
  console.log(greeting(config, server, isNew));
}

/** @param isNew whether this start has created the data folder's database */
function greeting(config: Config, { url, signInLink }: RunningServer, isNew: boolean): string {
  const { database } = config;
  const place = database.engine === "postgresql" ? "PostgreSQL" : (database.folder ?? "memory only");
  const link = signInLink();
  return [
    `Omnidex serves ${url}`,
    ...(link === null ? [] : [`  sign in  ${link}  (once, within 10 minutes)`]),
    `  GraphQL  ${url}/graphql`,
    `  data     ${isNew ? `${place}  (created by this start)` : place}`,
    `  key      ${keyText(config)}`,
  ].join("\n");
}

/** Where the administrator's key is, or the key itself if it is for this start only. */
function keyText({ adminKey, adminKeyFile, adminKeyGenerated }: Config): string {
  if (adminKeyFile !== null) return `${adminKeyFile}  (for writing; 'omnidex' on this machine finds it)`;
  if (adminKeyGenerated) return `${adminKey}  (for writing; made for this start, set OMNIDEX_ADMIN_KEY to choose one)`;
  return adminKey === null ? "none: writing is disabled until OMNIDEX_ADMIN_KEY is set" : "OMNIDEX_ADMIN_KEY";
}

/**
 * The first signal shuts the server down gracefully, a second SIGINT at once. An uncaught error also shuts it down,
 * with exit code 1, and so does something that holds the event loop.
 */
function closeOnSignal(server: RunningServer, drainSeconds: number): void {
  const end = (code: number): void => {
    process.once("SIGINT", () => process.exit(130));
    drainAndClose(server, drainSeconds).then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once("SIGINT", () => end(0));
  process.once("SIGTERM", () => end(0));
  for (const event of ["unhandledRejection", "uncaughtException"] as const)
    process.on(event, (error: unknown) => {
      server.failed(event, error);
      end(1);
    });
  watchLoop();
}

async function drainAndClose(server: RunningServer, drainSeconds: number): Promise<void> {
  server.drain();
  await pause(drainSeconds * 1_000);
  await server.close();
}
