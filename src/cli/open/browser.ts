import { spawn } from "node:child_process";

/** The program that opens an address in the user's browser, and its arguments before the address. */
function opener(): readonly [program: string, ...args: string[]] {
  const { BROWSER } = process.env;
  if (BROWSER) return [BROWSER];
  if (process.platform === "darwin") return ["open"];
  // On Windows, `start` is a command of the shell, and the shell would cut the address at an `&`. `rundll32` needs no
  // shell.
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return ["xdg-open"];
}

/** Opens an address in the user's browser. @throws Error if there is no program for that, or it fails at once */
export async function startBrowser(url: string): Promise<void> {
  const [program, ...args] = opener();
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    child.once("error", (error) => reject(new BrowserError(program, error.message)));
    child.once("exit", (code) => (code ? reject(new BrowserError(program, `exit code ${code}`)) : resolve()));
    // If the opener is the browser itself, it runs until its window is closed, so it counts as started after a while.
    timer = setTimeout(resolve, WAITED_MS);
  }).finally(() => clearTimeout(timer));
  child.unref();
}

/** How long to wait for an opener to fail, in milliseconds. */
const WAITED_MS = 2_000;

/** The browser could not be started. */
class BrowserError extends Error {
  override readonly name = "BrowserError";
  readonly hint =
    "Open the address yourself, or set BROWSER to a program that opens it; --print only prints the address.";

  constructor(program: string, reason: string) {
    super(`'${program}' could not open the browser: ${reason}.`);
  }
}
