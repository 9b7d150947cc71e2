import { Buffer } from "node:buffer";
import process from "node:process";
import { setImmediate } from "node:timers";

/** The globals of Node that the readers and their libraries expect. Import this module before them. */
Object.assign(globalThis, { Buffer, process, setImmediate, global: globalThis });
