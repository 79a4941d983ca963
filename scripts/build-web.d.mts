export const MOST_BYTES: number
export function buildWeb(folder: string): Promise<void>
export function weigh(folder: string): { readonly gzip: number; readonly brotli: number }
