/** What is wrong with an `Authorization` header that names no valid key. It never repeats the key. */
export function wrongKeyMessage(header: string | undefined): string {
  // Clients send UTF-8, but the bytes of a header are read as Latin-1.
  const text = Buffer.from(header?.trim() ?? "", "latin1").toString();
  const [, scheme = "", secret = ""] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
  const isBearer = scheme.toLowerCase() === "bearer";
  if (isBearer && (secret === "" || EMPTY.has(secret)))
    return "The key in 'Authorization: Bearer …' is empty. Send a key, or leave the header out to read public data.";
  if (!isBearer)
    return "The header 'Authorization' does not begin with the scheme 'Bearer'. Send 'Authorization: Bearer <key>'.";
  if (/^["'“‘`]|["'”’`]$/.test(secret))
    return "The key in 'Authorization: Bearer …' is in quotes. Send it without them.";
  if (/\s/.test(secret)) return "The key in 'Authorization: Bearer …' contains a space. Send one key without spaces.";
  return WRONG_KEY;
}

export const WRONG_KEY = "The key in 'Authorization: Bearer …' is unknown to this server, has expired or was revoked.";

const EMPTY: ReadonlySet<string> = new Set(['""', "''"]);
