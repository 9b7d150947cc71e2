/** The name of a media file without its folders and its extension: `"./videos/UYkFSXsh.mp4"` and `"UYkFSXsh"` are one video. */
export const mediaName = (path: string): string =>
  path.slice(path.lastIndexOf("/") + 1).replace(/\.(mp4|mkv|webm|mov|avi)$/i, "");
