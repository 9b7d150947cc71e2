/** A hash over the names and contents of the sources, which are files and folders, and of the packages' versions. */
export function fingerprintOf(sources: readonly string[]): Promise<string>;
