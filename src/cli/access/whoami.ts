import { plainText } from "../../domain/printable-text.ts";
import type { Viewer } from "../../sdk/types.ts";
import { connect } from "../connection/sdk-client.ts";
import { loginsFile, readStoredLogins } from "../connection/stored-logins.ts";
import { printJson, printLine } from "../output/printing.ts";
import { quotaText } from "../output/quota-text.ts";
import { scopesText } from "./keys.ts";

/** Prints which server is used and as whom. Fails if the server does not answer or refuses the key. */
export async function whoami(json: boolean): Promise<void> {
  const { omnidex, connection } = await connect();
  const { servers } = await readStoredLogins(process.env);
  const { url, urlSource, keySource, apiKey } = connection;
  const known = {
    url,
    urlSource,
    keySource,
    key: masked(apiKey),
    logins: Object.keys(servers),
    file: loginsFile(process.env),
  };
  if (!json) {
    await printLine(`Server   ${url}  (from ${urlSource})`);
    await printLine(
      `Key      ${known.key ?? "none: only public data can be read"}${keySource ? `  (from ${keySource})` : ""}`,
    );
    await printLine(`Logins   ${known.logins.join(", ") || "none"}  (${known.file})`);
  }
  const viewer = await omnidex.viewer();
  if (json) return printJson({ ...known, viewer });
  await printLine(`You are  ${viewer === null ? "anonymous: writing needs a key" : viewerText(viewer)}`);
  if (viewer === null) return;
  await printLine(`Scopes   ${scopesText(viewer.scopes)}`);
  for (const quota of viewer.submissionQuotas)
    await printLine(`Left     ${plainText(quota.benchmark)}: ${quotaText(quota)}`);
}

const viewerText = ({ owner, admin, apiKey, maintains }: Viewer): string =>
  plainText(
    `${owner}${admin ? ", an administrator" : ""}${maintains.length === 0 ? "" : `, a maintainer of ${maintains.join(", ")}`}${apiKey === null ? "" : `, with the key '${apiKey.name}'`}`,
  );

/** The first and last characters of a key, by which its owner recognizes it. */
const masked = (key: string | undefined): string | null =>
  key === undefined
    ? null
    : key.length < 16
      ? "…"
      : `${key.slice(0, key.startsWith("omx_admin_") ? 10 : 4)}…${key.slice(-4)}`;
