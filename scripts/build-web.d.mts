export const MOST_BYTES: number
/** Returns what went into each file. */
export function buildWeb(folder: string): Promise<readonly { readonly moduleIds?: readonly string[] }[]>
export function weigh(folder: string): { readonly gzip: number; readonly brotli: number }
