import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { UsageError } from "../output/usage-error.ts";

/** Reads the files that a command line names. Standard input can be named only once. */
export class NamedFiles {
  #reader: string | null = null;

  /**
   * The text of a file, or of standard input for `-`.
   * @param wanted what the file holds, for messages: "the query"
   * @throws {UsageError} if it cannot be read
   */
  async read(file: string, wanted: string): Promise<string> {
    if (file === "-") return this.#standardInput(wanted);
    try {
      return await readFile(file, "utf8");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new UsageError(`The file '${file}' with ${wanted} cannot be read: ${reason}.`);
    }
  }

  async #standardInput(wanted: string): Promise<string> {
    if (this.#reader !== null)
      throw new UsageError(`Standard input is already read for ${this.#reader}, so it cannot be read for ${wanted}.`);
    if (process.stdin.isTTY)
      throw new UsageError(
        `There is no input to read ${wanted} from.`,
        "Pass it as an argument, as in omnidex api '{ viewer { owner } }', as @file, or on standard input.",
      );
    this.#reader = wanted;
    return text(process.stdin);
  }
}
