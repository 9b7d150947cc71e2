import { acquireDataFolderLock, type DataFolderLock } from "../../../src/server/db/data-folder-lock.ts";

/** A process that takes and releases a data folder as its parent says, and answers each command with one message. */
export type Command = { readonly acquire: string } | { readonly release: true };
export interface Answer {
  readonly result: string;
}

let lock: DataFolderLock | undefined;

async function answer(command: Command): Promise<string> {
  if ("release" in command) {
    await lock?.release();
    return "released";
  }
  try {
    lock = await acquireDataFolderLock(command.acquire);
    return "held";
  } catch (error) {
    return String(error);
  }
}

process.on("message", async (command: Command) => process.send?.({ result: await answer(command) }));
process.on("disconnect", () => process.exit());
process.send?.({ result: "ready" });
