// Threads run this file when the program runs from its sources. It loads TypeScript by itself, because threads do not
// inherit the loader of the process.
import { tsImport } from "tsx/esm/api";

export const { readRows, parseBody, compute } = await tsImport("./reading-worker.ts", import.meta.url);
