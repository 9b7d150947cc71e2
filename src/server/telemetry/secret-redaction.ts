/** The replacement for a secret in the log. */
const REDACTED = "[redacted]";

/**
 * API keys of this server, any token after `Bearer`, and the password in an address: `postgres://user:password@host`. A
 * match never extends beyond the end of a JSON string.
 */
const PATTERN = /\bomx_[\w-]{8,}|(?<=\bBearer\s{1,4})[^\s"\\]+|(?<=:\/\/[^\s:@/"]{0,100}:)[^\s@"]+(?=@)/gi;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/**
 * Makes a function that removes secrets from lines of the log, at any position.
 * @param secrets the secret texts of the settings
 */
export function redaction(secrets: readonly string[]): (line: string) => string {
  const inJson = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
  // The longest first, because one secret may be the beginning of another.
  const texts = [...new Set([...secrets, ...inJson])].sort((a, b) => b.length - a.length);
  const own = texts.length === 0 ? null : new RegExp(texts.map(escaped).join("|"), "g");
  return (line) => {
    const known = own === null ? line : line.replace(own, REDACTED);
    return MAY_HOLD_SECRET.test(known) ? known.replace(PATTERN, REDACTED) : known;
  };
}

/** Most lines contain nothing that looks like a secret. */
const MAY_HOLD_SECRET = /omx_|bearer|:\/\//i;
