import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Asks at the terminal, echoing the input. An empty line means `fallback`. */
export async function ask(question: string, fallback: string): Promise<string> {
  const answer = await questionAt(process.stderr, `${question} [${fallback}]: `);
  return answer.trim() || fallback;
}

/** Asks at the terminal for a secret, without echoing the input. */
export async function askSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await questionAt(silent, "", () => process.stderr.write(`${question}: `));
  process.stderr.write("\n");
  return answer.trim();
}

/**
 * @param whenReady called once the terminal no longer echoes; the prompt must not appear earlier, because input may
 * follow it at once
 */
async function questionAt(
  output: NodeJS.WritableStream,
  question: string,
  whenReady: () => void = () => {},
): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  // In terminal mode, readline intercepts Ctrl-C.
  lines.once("SIGINT", () => process.exit(130));
  try {
    const answer = lines.question(question);
    whenReady();
    return await answer;
  } finally {
    lines.close();
  }
}

/** Reads all of standard input, trimmed. */
export const readStandardInput = async (): Promise<string> => (await text(process.stdin)).trim();
