import { script } from "@bomb.sh/tab";
import { namesHint } from "../output/nearest-name.ts";
import { printLine } from "../output/printing.ts";
import { UsageError } from "../output/usage-error.ts";
import { BASH_AFTER, BASH_BEFORE } from "./bash-surroundings.ts";

const SHELLS = ["bash", "zsh", "fish", "powershell"];

/** Prints a shell's script, which delegates to `omnidex complete`. @throws {UsageError} for an unsupported shell */
export async function printCompletionScript(shell: string): Promise<void> {
  if (!SHELLS.includes(shell))
    throw new UsageError(`There is no completion for the shell '${shell}'.`, namesHint(shell, SHELLS, "shells"));
  if (shell !== "bash") return script(shell, "omnidex", "omnidex");
  await printLine(BASH_BEFORE);
  script(shell, "omnidex", "omnidex");
  await printLine(BASH_AFTER);
}
