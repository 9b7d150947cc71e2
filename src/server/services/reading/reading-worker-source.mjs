// The file of the threads where the program runs from its sources. A loader of TypeScript that the process has is not
// inherited by its threads.
import { tsImport } from "tsx/esm/api";

export const { readRows, parseBody, compute } = await tsImport("./reading-worker.ts", import.meta.url);
