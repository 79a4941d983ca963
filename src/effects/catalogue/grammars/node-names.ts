/** Part of the command catalogue: what JavaScript that only looks up values may name. */

import { isAmong } from '../among.ts'

/** Methods that do not call their arguments. */
export const METHODS = `at charAt charCodeAt codePointAt concat digest endsWith flat getTime includes indexOf isDirectory isFile
  isSymbolicLink join lastIndexOf localeCompare padEnd padStart repeat reverse slice split startsWith substring toFixed toISOString
  toJSON toLocaleString toLowerCase toString toUTCString toUpperCase trim trimEnd trimStart update`
/** Methods that call an arrow function. */
export const CALLING = 'every filter find findIndex flatMap forEach map reduce some sort'
export const LITERALS = 'true false null undefined NaN Infinity'
export const CONVERTERS = `String Number Boolean parseInt parseFloat encodeURI encodeURIComponent decodeURI decodeURIComponent
  isFinite isNaN`
/** Classes of which a value may be made. None calls what it is given. */
export const CLASSES = 'Date Map Set'
export const OPERATORS = '+ - * / % ?? && || == === != !== < > <= >='

interface Known {
  readonly calls: string
  readonly values: string
}

/** By object: its members that may be called, and those that may be read. */
const OBJECTS: Readonly<Record<string, Known>> = {
  console: { calls: 'log info error warn table dir', values: '' },
  process: {
    calls: 'cwd memoryUsage uptime',
    values: 'version versions platform arch pid ppid execPath release features',
  },
  JSON: { calls: 'parse', values: '' },
  Object: { calls: 'keys values entries', values: '' },
  Array: { calls: 'isArray', values: '' },
  Math: { calls: 'abs ceil floor hypot log log10 log2 max min pow round sign sqrt trunc', values: 'E PI' },
  Date: { calls: 'now parse', values: '' },
  Buffer: { calls: 'from', values: '' },
}

export function knownObject(name: string): Known | undefined {
  return Object.hasOwn(OBJECTS, name) ? OBJECTS[name] : undefined
}

/** A module, and what its functions are given: nothing, one file by its name, one value or any number of them. */
export interface NodeModule {
  readonly calls: string
  readonly takes: 'nothing' | 'file' | 'value' | 'values'
}

/** None of these functions calls what it is given. A second value of `randomBytes` would be called. */
const MODULES: Readonly<Record<string, NodeModule>> = {
  os: {
    calls:
      'arch availableParallelism cpus freemem homedir hostname loadavg platform release tmpdir totalmem type uptime version',
    takes: 'nothing',
  },
  fs: { calls: 'existsSync lstatSync readFileSync readdirSync statSync', takes: 'file' },
  path: { calls: 'basename dirname extname isAbsolute join normalize relative resolve', takes: 'values' },
  crypto: { calls: 'createHash randomBytes randomUUID', takes: 'value' },
}

/** By its name as `require` is given it. */
export function moduleNamed(text: string): NodeModule | undefined {
  const name = text.replace(/^node:/u, '')
  return Object.hasOwn(MODULES, name) ? MODULES[name] : undefined
}

/** Names that a text must not redefine. */
export function isReserved(name: string): boolean {
  return (
    isAmong(name, LITERALS) ||
    isAmong(name, CONVERTERS) ||
    isAmong(name, CLASSES) ||
    Object.hasOwn(OBJECTS, name) ||
    name === 'require'
  )
}
