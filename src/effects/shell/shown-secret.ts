/** Part of reading shell lines: commands that print a variable which is named like a secret. */

import type { SimpleCommand } from './syntax/script.ts'

const PRINTERS = new Set(['echo', 'printf', 'print'])
const SECRET_NAME = /SECRET|TOKEN|PASSW(?:OR)?D|API_?KEY|PRIVATE_?KEY|CREDENTIAL/

export function isPrinter(program: string): boolean {
  return PRINTERS.has(program)
}

/** The name of the variable. */
export function shownSecret({ words }: SimpleCommand): string | undefined {
  for (const { parts } of words)
    for (const { kind, text } of parts) if (kind === 'variable' && SECRET_NAME.test(text)) return text
  return undefined
}
