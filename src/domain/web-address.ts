/** What `isWebAddress` accepts, as errors name it. */
export const WEB_ADDRESS = "an http or https address without spaces, a user name or a password";

/**
 * Whether a text is an http or https address that may be shown to everyone. Other schemes could run code in a reader's
 * browser, and credentials in an address would be published.
 */
export function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** Whether a browser that follows a text as an address would run code. Browsers ignore control characters and spaces. */
export const runsCode = (text: string): boolean =>
  /^(javascript|vbscript|data):/i.test(text.replace(/[\s\p{Cc}]/gu, ""));
