import { connect } from "../connection/sdk-client.ts";
import { colors } from "../output/colors.ts";
import type { FormatOptions } from "../output/format-option.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { printTable } from "../output/table-formats.ts";

export interface ListSigningKeysOptions extends FormatOptions {
  readonly json?: boolean;
}

/** Prints the keys that sign final boards. */
export async function listSigningKeys({ json, format }: ListSigningKeysOptions): Promise<void> {
  const { omnidex } = await connect();
  const keys = await omnidex.signingKeys();
  if (json) return printJson(keys);
  if (keys.length === 0)
    return remark("No final board has been signed. The server makes its key at the first signature.");
  const rows = keys.map(({ id, since }) => [{ text: id, style: colors.bold }, since.slice(0, 10)]);
  await printTable([{ title: "ID" }, { title: "SINCE" }], rows, format);
}

/** Revokes a key that signed final boards. */
export async function revokeSigningKey(id: string, json: boolean): Promise<void> {
  const { omnidex } = await connect();
  const revoked = await omnidex.revokeSigningKey(id);
  if (json) return printJson(revoked);
  await printLine(`${id}: revoked ${revoked.revokedAt.slice(0, 10)}`);
  remark(
    "A server that has this key needs another one: move the file OMNIDEX_SIGNING_KEY_FILE away, and restart the server.",
  );
}
