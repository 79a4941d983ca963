/** The folder of this repository. */
export const ROOT: string
/** Writes `main.js`, what lies beside it, and what V8 compiled of them into the directory; returns what went into each file. */
export function bundleCli(directory: string): Promise<readonly { readonly moduleIds: readonly string[] }[]>
