import { readSheet as readSheetOf } from "read-excel-file/web-worker";

/**
 * The browser's version of `read-excel-file/node`, which an alias of the bundler replaces with this file. The original
 * takes a `Buffer`.
 */
export const readSheet = (bytes: Uint8Array, options: { readonly trim: boolean }): Promise<unknown> =>
  readSheetOf(new Blob([new Uint8Array(bytes)]), options);
