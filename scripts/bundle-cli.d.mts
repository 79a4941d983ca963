/** The folder of this repository. */
export const ROOT: string
/**
 * Writes `main.js`, the other files and the code that V8 compiled from them into the directory; returns what went into
 * each file.
 */
export function bundleCli(directory: string): Promise<readonly { readonly moduleIds: readonly string[] }[]>
