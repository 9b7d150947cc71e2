import { createServer } from "node:net";
import type { Config } from "../server/config/config.ts";

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
export async function requireFreePorts({ host, port, telemetry: { metrics } }: Config): Promise<void> {
  await requireFreePort(host, port, "--port or PORT");
  if (metrics !== null) await requireFreePort(metrics.host, metrics.port, "OMNIDEX_METRICS_PORT");
}

async function requireFreePort(host: string, port: number, setting: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw portError(error, `${host}:${port}`, setting);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function portError(error: NodeJS.ErrnoException, address: string, setting: string): Error {
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
