/** Part of the command catalogue: what Python that only looks up values may name. */

/** Functions that do not call their arguments. */
export const FUNCTIONS = `abs all any bin bool chr dict enumerate float hex int isinstance len list max min oct ord print range repr reversed
  round set sorted str sum tuple zip`
export const LITERALS = 'True False None'
/** The types that `isinstance` may be given. */
export const TYPES = 'bool dict float int list str tuple'
/**
 * Methods of texts, lists, dictionaries, files and the input. `format` is left out: its fields can name any attribute.
 */
export const METHODS = `center count endswith find get index isdigit items join keys ljust lower lstrip read readline readlines replace rfind
  rjust rsplit rstrip split splitlines startswith strip title upper values zfill`
/**
 * Keyword arguments. `key` needs a lambda in the text. `default`, `cls` and `object_hook` are left out, because their
 * values would be called.
 */
export const KEYWORDS = 'delimiter end ensure_ascii flush indent reverse sep separators sort_keys start'
export const OPERATORS = '+ - * / // % == != < > <= >= and or in is'
export const AUGMENTED = '= += -= *= /= %='

/**
 * Without `path`: that is a list of folders in which modules are searched, and it could be changed under another name.
 */
export const SYS = 'base_prefix byteorder executable maxsize platform prefix stdin version version_info'
/** Attributes of versions, types and tables. */
export const ATTRIBUTES = 'fieldnames major minor micro releaselevel serial __name__'

/**
 * By module: the functions that may be called. None runs a program, as `platform.platform` does, or calls its argument,
 * as `re.sub` does.
 */
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

/** Names that a text must not redefine. */
export const RESERVED = `and as assert async await break class continue def del elif else except exec finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield open eval compile input getattr setattr delattr globals locals vars
  type object super exit quit help breakpoint map filter callable iter next`
