/** What `isWebAddress` accepts, as errors name it. */
export const WEB_ADDRESS = "an http or https address without spaces, a user name or a password";

/**
 * Whether a text is an http or https address that may be shown to everyone. Other schemes could run code in a reader's
 * browser, and credentials in an address would be published.
 */
export function isWebAddress(text: string): boolean {
  // Without the slashes, a browser would read the rest relative to the page.
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/**
 * Whether a browser that follows a text as an address would run code. Browsers ignore control characters and spaces. "Data:
 * CC BY 4.0" is no address of data, which has a media type or a comma.
 */
export const runsCode = (text: string): boolean =>
  /^(javascript:|vbscript:|data:([\w.+-]+\/[\w.+-]+)?[;,])/i.test(text.replace(/[\s\p{Cc}]/gu, ""));
