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
export const METHODS = `bit_length capitalize casefold center count digest end endswith find findall finditer fullmatch get group groupdict groups
  hex hexdigest index isalnum isalpha isdigit islower isnumeric isoformat isspace isupper items join keys ljust lower lstrip match
  most_common partition read readline readlines removeprefix removesuffix replace rfind rjust rpartition rsplit rstrip search span split
  splitlines start startswith strftime strip swapcase timestamp title total_seconds upper values zfill`
/** Methods that may be given the name of an encoding: any other than the usual one is a module. */
export const CODING = 'decode encode'
/**
 * Keyword arguments. `key` needs a lambda in the text. `default`, `cls` and `object_hook` are left out, because their
 * values would be called.
 */
export const KEYWORDS =
  'days delimiter end ensure_ascii flush hours indent minutes reverse seconds sep separators sort_keys start weeks'
export const OPERATORS = '+ - * / // % == != < > <= >= and or in is'
export const AUGMENTED = '= += -= *= /= %='

/** The folders in which modules are searched. Under another name, this list could be changed. */
export const SEARCHED = 'path'
export const SYS = 'base_prefix byteorder executable maxsize platform prefix stdin version version_info'
/** Attributes of versions, types, tables, times and addresses. */
export const ATTRIBUTES = `day days fieldnames fragment hostname hour major micro minor minute month netloc port query releaselevel scheme second
  seconds serial year __name__`

/**
 * By module, or by a class or module in it: the functions that may be called. None runs a program, as `platform.platform`
 * does, and as older versions do when they load `uuid`; none calls its argument, as `re.sub` does.
 */
const MODULES: Readonly<Record<string, string>> = {
  ast: 'literal_eval parse',
  base64: 'b64decode b64encode urlsafe_b64decode urlsafe_b64encode',
  binascii: 'hexlify unhexlify',
  collections: 'Counter',
  csv: 'DictReader reader',
  datetime: 'timedelta',
  'datetime.date': 'fromisoformat fromtimestamp today',
  'datetime.datetime': 'fromisoformat fromtimestamp now strptime today utcfromtimestamp utcnow',
  hashlib: 'blake2b md5 sha1 sha224 sha256 sha384 sha512',
  importlib: '',
  'importlib.metadata': 'version',
  json: 'dumps load loads',
  math: 'ceil comb cos exp factorial floor gcd hypot isqrt lcm log log10 log2 pow prod sin sqrt tan trunc',
  os: 'cpu_count getcwd getpid',
  platform: 'python_version',
  random: 'randint random',
  re: 'compile escape findall finditer fullmatch match search split',
  secrets: 'token_hex token_urlsafe',
  site: 'getsitepackages getusersitepackages',
  statistics: 'mean median stdev',
  struct: 'calcsize pack unpack',
  sys: '',
  time: 'strftime time',
  tomllib: 'load loads',
  urllib: '',
  'urllib.parse': 'parse_qs quote quote_plus unquote unquote_plus urlencode urlparse urlsplit',
}

export function callsOf(module: string): string | undefined {
  return Object.hasOwn(MODULES, module) ? MODULES[module] : undefined
}

/** Names that a text must not redefine. */
export const RESERVED = `and as assert async await break class continue def del elif else except exec finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield open eval compile input getattr setattr delattr globals locals vars
  type object super exit quit help breakpoint map filter callable iter next`
