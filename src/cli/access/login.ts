import { OmnidexError } from "../../domain/errors.ts";
import { plainText } from "../../domain/printable-text.ts";
import { Omnidex, OmnidexUnauthenticatedError } from "../../sdk/index.ts";
import { findConnection, serverRoot } from "../connection/server-connection.ts";
import { loginsFile, readStoredLogins, writeStoredLogins } from "../connection/stored-logins.ts";
import { printLine, remark } from "../output/printing.ts";
import { ask, askSecret, readStandardInput } from "../output/terminal-prompts.ts";
import { UsageError } from "../output/usage-error.ts";

/**
 * Stores a server's address and key, once the server has accepted the key.
 * @throws {UsageError} if stdin is not a terminal that can be prompted, or the key is empty
 */
export async function login(given: string | undefined, withToken: boolean): Promise<void> {
  const environment = process.env;
  if (!withToken && process.stdin.isTTY !== true)
    throw new UsageError(
      "There is no terminal to ask for the key.",
      "Use --with-token, and pass the key on standard input.",
    );
  const proposed = given ?? (await findConnection(environment)).url;
  const url = serverRoot(given ?? (withToken ? proposed : await ask("Server", proposed)));
  const apiKey = withToken ? await readStandardInput() : await askSecret("API key");
  if (apiKey === "")
    throw new UsageError("The key is empty.", "The server's administrator makes keys with 'omnidex keys create'.");
  // The server refuses an unknown key for any query.
  const viewer = await new Omnidex({ url, apiKey }).viewer().catch((error: unknown) => {
    // The default hint for this code, to log in, does not help here.
    if (error instanceof OmnidexUnauthenticatedError) throw new OmnidexError("BAD_USER_INPUT", refusedKey(url));
    throw error;
  });
  const logins = await readStoredLogins(environment);
  await writeStoredLogins(environment, { current: url, servers: { ...logins.servers, [url]: { apiKey } } });
  await printLine(
    `Logged in to ${url} as ${plainText(viewer?.owner ?? "an unknown owner")}. The key is in ${loginsFile(environment)}.`,
  );
  warnOfOverrides(environment);
}

const refusedKey = (url: string): string =>
  `${url} does not accept this key: it is unknown there, has expired or was revoked. The server's administrator makes keys with 'omnidex keys create'.`;

/** Removes the stored key of a server. @throws `CONFLICT` if no key is stored, and `NOT_FOUND` if none is for `given` */
export async function logout(given: string | undefined): Promise<void> {
  const logins = await readStoredLogins(process.env);
  const url = given === undefined ? logins.current : serverRoot(given);
  if (url === null) throw new OmnidexError("CONFLICT", "You are not logged in.");
  if (logins.servers[url] === undefined) throw new OmnidexError("NOT_FOUND", `No key is stored for ${url}.`);
  const { [url]: _gone, ...servers } = logins.servers;
  const current = logins.current === url ? (Object.keys(servers).at(-1) ?? null) : logins.current;
  await writeStoredLogins(process.env, { current, servers });
  await printLine(`Logged out of ${url}.${current === null ? "" : ` Commands use ${current} now.`}`);
}

function warnOfOverrides(environment: NodeJS.ProcessEnv): void {
  for (const name of ["OMNIDEX_URL", "OMNIDEX_API_KEY"])
    if (environment[name]) remark(`omnidex: ${name} is set and overrides the stored login.`);
}
