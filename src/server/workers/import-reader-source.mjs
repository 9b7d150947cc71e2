// The process that reads imports runs this file when the program runs from its sources.
import { tsImport } from "tsx/esm/api";

await tsImport("./import-reader.ts", import.meta.url);
