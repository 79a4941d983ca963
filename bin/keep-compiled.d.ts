/** How many characters the mark of a file has. */
export const MARK: number
/** Where the code that this Node compiled from the file is kept. */
export function fileFor(filename: string): string
