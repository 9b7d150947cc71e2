import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Asks at the terminal. What is typed is shown, and an empty line means `fallback`. */
export async function ask(question: string, fallback: string): Promise<string> {
  const answer = await questionAt(process.stderr, `${question} [${fallback}]: `);
  return answer.trim() || fallback;
}

/** Asks at the terminal for what nobody should see: what is typed is not shown. */
export async function askSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await questionAt(silent, "", () => process.stderr.write(`${question}: `));
  process.stderr.write("\n");
  return answer.trim();
}

/** @param whenReady called when the terminal no longer shows by itself what is typed: a quick hand may not wait */
async function questionAt(
  output: NodeJS.WritableStream,
  question: string,
  whenReady: () => void = () => {},
): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  // With a terminal of its own readline takes Ctrl-C for itself.
  lines.once("SIGINT", () => process.exit(130));
  try {
    const answer = lines.question(question);
    whenReady();
    return await answer;
  } finally {
    lines.close();
  }
}

/** All of standard input, without the blanks around it. */
export const readStandardInput = async (): Promise<string> => (await text(process.stdin)).trim();
