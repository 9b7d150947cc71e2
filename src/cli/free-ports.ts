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
