const NOT_REACHED =
  "Start a server with 'omnidex serve', name one in OMNIDEX_URL, or log in to one with 'omnidex login'. " +
  "'omnidex whoami' shows which one is used, and why.";

/** What to do if no server answers. A server without TLS answers a TLS handshake with an error. */
export function connectionHint(message: string): string {
  const address = /https:\/\/[^\s/]+/.exec(message)?.[0];
  if (address === undefined || !message.includes("ERR_SSL_")) return NOT_REACHED;
  return `The server there may speak http only: set OMNIDEX_URL=${address.replace("https:", "http:")}.`;
}

/** What to do if the address of the server is wrong, because of what it answers; null for any other message. */
export function wrongPathHint(message: string): string | null {
  const shown = "'omnidex whoami' shows which address is used, and why.";
  if (/^https?:\S+ redirects to /.test(message)) return shown;
  return /^There is nothing at [A-Z]+ \S+graphql\.$/.test(message)
    ? `OMNIDEX_URL must be the root of the server, such as http://127.0.0.1:4000, without a path below it. ${shown}`
    : null;
}
