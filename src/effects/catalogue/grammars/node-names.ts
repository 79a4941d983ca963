/** Part of the command catalogue: what JavaScript that only looks up values may name. */

import { isAmong } from '../among.ts'

/** Methods that do not call their arguments. */
export const METHODS = `at charAt concat endsWith flat getTime includes indexOf join lastIndexOf localeCompare padEnd padStart reverse
  slice split startsWith substring toFixed toISOString toLocaleString toLowerCase toString toUpperCase trim`
/** Methods that call an arrow function. */
export const CALLING = 'every filter find findIndex flatMap forEach map reduce some sort'
export const LITERALS = 'true false null undefined NaN Infinity'
export const CONVERTERS = 'String Number Boolean parseInt parseFloat'
export const OPERATORS = '+ - * / % ?? && || == === != !== < > <= >='

interface Known {
  readonly calls: string
  readonly values: string
}

/** By object: its members that may be called, and those that may be read. */
const OBJECTS: Readonly<Record<string, Known>> = {
  console: { calls: 'log info error warn table dir', values: '' },
  process: { calls: 'cwd uptime', values: 'version versions platform arch pid execPath' },
  JSON: { calls: 'parse', values: '' },
  Object: { calls: 'keys values entries', values: '' },
  Array: { calls: 'isArray', values: '' },
  Math: { calls: 'abs ceil floor max min round', values: 'PI' },
  Date: { calls: 'now', values: '' },
}

export function knownObject(name: string): Known | undefined {
  return Object.hasOwn(OBJECTS, name) ? OBJECTS[name] : undefined
}

/** By module: the functions that may be called; those on files take the name of one. */
export const OS = 'arch cpus freemem platform release totalmem type uptime'
export const FS = 'existsSync readFileSync'

/** Names that a text must not redefine. */
export function isReserved(name: string): boolean {
  return isAmong(name, LITERALS) || isAmong(name, CONVERTERS) || Object.hasOwn(OBJECTS, name) || name === 'require'
}
