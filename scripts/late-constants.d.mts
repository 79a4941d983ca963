/** The code of a module, with tables and regular expressions that are made when they are first used. */
export function withLateConstants(code: string, id: string): string
