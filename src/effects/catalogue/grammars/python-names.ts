/** Part of the command catalogue: what Python may name that only looks values up. */

/** Functions that call nothing that they are given. */
export const FUNCTIONS = `abs all any bin bool chr dict enumerate float hex int isinstance len list max min oct ord print range repr reversed
  round set sorted str sum tuple zip`
export const LITERALS = 'True False None'
/** What `isinstance` is given. */
export const TYPES = 'bool dict float int list str tuple'
/** Of texts, lists, dictionaries, files and the input. `format` is none of them: what it is told to fill in may be any attribute. */
export const METHODS = `center count endswith find get index isdigit items join keys ljust lower lstrip read readline readlines replace rfind
  rjust rsplit rstrip split splitlines startswith strip title upper values zfill`
/** By name, with a value; `key` wants a lambda that stands in the text; what `default`, `cls` and `object_hook` are given would be called. */
export const KEYWORDS = 'delimiter end ensure_ascii flush indent reverse sep separators sort_keys start'
export const OPERATORS = '+ - * / // % == != < > <= >= and or in is'
export const AUGMENTED = '= += -= *= /= %='

/** Not `path`: a list in which the next module is looked for, whoever changes it by another name. */
export const SYS = 'base_prefix byteorder executable maxsize platform prefix stdin version version_info'
/** Of versions, of types and of tables. */
export const ATTRIBUTES = 'fieldnames major minor micro releaselevel serial __name__'

/** By module, what it has that may be called: none of it runs a program, as `platform.platform` does, or calls what it is given, as `re.sub`. */
const MODULES: Readonly<Record<string, string>> = {
  ast: 'literal_eval parse',
  csv: 'DictReader reader',
  json: 'dumps load loads',
  math: 'ceil floor log log10 log2 sqrt',
  os: 'getcwd',
  platform: 'python_version',
  sys: '',
  time: 'time',
  tomllib: 'load loads',
}

export function callsOf(module: string): string | undefined {
  return Object.hasOwn(MODULES, module) ? MODULES[module] : undefined
}

/** A text may give none of these another meaning. */
export const RESERVED = `and as assert async await break class continue def del elif else except exec finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield open eval compile input getattr setattr delattr globals locals vars
  type object super exit quit help breakpoint map filter callable iter next`
