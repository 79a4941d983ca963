/** How many letters the mark of a file has. */
export const MARK: number
/** Where what this Node compiled of the file is kept. */
export function fileFor(filename: string): string
