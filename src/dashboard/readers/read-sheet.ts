import { readSheet as readSheetOf } from "read-excel-file/web-worker";

/**
 * The browser's version of `read-excel-file/node`, by an alias of the bundle, because the original takes a `Buffer`.
 */
export const readSheet = (bytes: Uint8Array, options: { readonly trim: boolean }): Promise<unknown> =>
  readSheetOf(new Blob([new Uint8Array(bytes)]), options);
