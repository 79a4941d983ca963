/** The folder of this repository. */
export const ROOT: string
/** Writes `main.js` and `main.cache` into the directory. */
export function bundleCli(directory: string): Promise<void>
