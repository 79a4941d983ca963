/** Part of the command catalogue: what Python that only looks up values may name. */

/** Functions that do not call their arguments. */
export const FUNCTIONS = `abs all any ascii bin bool chr dict divmod enumerate float hex int isinstance len list max min next oct ord pow print range repr reversed
  round set sorted str sum tuple zip`
export const LITERALS = 'True False None __name__'
/** The types that `isinstance` may be given, and of which a table of defaults may make a value. */
export const TYPES = 'bool dict float int list set str tuple'
export const ERRORS = `ArithmeticError AssertionError AttributeError BaseException EOFError Exception FileNotFoundError IOError ImportError
  IndexError KeyError KeyboardInterrupt LookupError ModuleNotFoundError NameError OSError OverflowError RuntimeError StopIteration
  SystemExit TypeError UnicodeDecodeError UnicodeError ValueError ZeroDivisionError json.JSONDecodeError re.error`
/**
 * Methods of texts, lists, dictionaries, files and the input. `format` is left out: its fields can name any attribute.
 */
export const METHODS = `add append appendleft bit_length capitalize casefold center clear close copy count difference digest discard end endswith
  extend find findall finditer flush fullmatch get group groupdict groups hex hexdigest index insert intersection isalnum isalpha isdigit
  islower isnumeric isoformat isspace issubset isupper items join keys ljust lower lstrip match most_common partition pop popleft read
  readline readlines remove removeprefix removesuffix replace reverse rfind rjust rpartition rsplit rstrip search setdefault sort span
  split splitlines start startswith strftime strip swapcase symmetric_difference timestamp title total_seconds union update upper values
  write zfill`
/** Methods that may be given the name of an encoding: any other than the usual one is a module. */
export const CODING = 'decode encode'
/**
 * Keyword arguments. `key` and `file` are looked at more closely. `default`, `cls` and `object_hook` are left out, because their
 * values would be called.
 */
export const KEYWORDS =
  'days delimiter end ensure_ascii flush hours indent maxlen microseconds minutes reverse seconds sep separators sort_keys start weeks'
export const OPERATORS = '+ - * / // % ** & | ^ == != < > <= >= and or in is'
/** The methods that change a list. */
export const CHANGING = 'append clear extend insert pop remove reverse sort'

/** The folders in which modules are searched. Under another name, this list could be changed. */
export const SEARCHED = 'path'
export const SYS =
  'argv base_prefix byteorder executable maxsize platform prefix stderr stdin stdout version version_info'
/** Attributes of versions, types, tables, times and addresses. */
export const ATTRIBUTES = `args colno day days fieldnames fragment hostname hour lineno major micro microsecond minor minute month msg netloc port pos query releaselevel scheme second
  seconds serial year __name__`

/**
 * By module, or by a class or module in it: the functions that may be called. None runs a program, as `platform.platform`
 * does, and as older versions do when they load `uuid`; none calls its argument or opens a file, except those that are
 * looked at more closely.
 */
export const MODULES: Readonly<Record<string, string>> = {
  ast: 'literal_eval parse',
  base64: 'b64decode b64encode urlsafe_b64decode urlsafe_b64encode',
  binascii: 'hexlify unhexlify',
  collections: 'Counter OrderedDict defaultdict deque',
  csv: 'DictReader reader',
  datetime: 'timedelta',
  'datetime.timezone': '',
  'datetime.date': 'fromisoformat fromtimestamp today',
  'datetime.datetime': 'fromisoformat fromtimestamp now strptime today utcfromtimestamp utcnow',
  decimal: 'Decimal',
  fractions: 'Fraction',
  hashlib: 'blake2b md5 sha1 sha224 sha256 sha384 sha512',
  importlib: '',
  'importlib.metadata': 'version',
  itertools: 'chain combinations count cycle islice permutations product zip_longest',
  'itertools.chain': 'from_iterable',
  json: 'dump dumps load loads',
  locale: 'getpreferredencoding',
  math: 'ceil comb cos exp factorial floor gcd hypot isqrt lcm log log10 log2 pow prod sin sqrt tan trunc',
  os: 'cpu_count getcwd getpid listdir',
  'os.path': 'abspath basename dirname exists expanduser getsize isabs isdir isfile join normpath relpath splitext',
  pathlib: 'Path',
  platform: 'python_version',
  random: 'randint random',
  re: 'compile escape findall finditer fullmatch match search split sub',
  secrets: 'token_hex token_urlsafe',
  site: 'getsitepackages getusersitepackages',
  statistics: 'mean median mode pstdev pvariance quantiles stdev variance',
  string: '',
  struct: 'calcsize pack unpack',
  sys: 'exit',
  textwrap: 'dedent shorten wrap',
  time: 'strftime time',
  tomllib: 'load loads',
  unicodedata: 'category name normalize',
  urllib: '',
  'urllib.parse': 'parse_qs quote quote_plus unquote unquote_plus urlencode urlparse urlsplit',
}

/** Values of modules. */
export const CONSTANTS = `datetime.timezone.utc math.e math.inf math.nan math.pi math.tau os.linesep os.name os.sep string.ascii_letters
  string.ascii_lowercase string.ascii_uppercase string.digits string.hexdigits string.printable string.punctuation string.whitespace`

/** How many values without names may be given to these: python 2 calls what stands behind them, and `urlencode` does always. */
const MOST_GIVEN: Readonly<Record<string, number>> = {
  sort: 0,
  sorted: 1,
  'json.dump': 2,
  'json.dumps': 1,
  'json.load': 1,
  'json.loads': 1,
  'urllib.parse.urlencode': 2,
}

export function mostGiven(name: string): number {
  return Object.hasOwn(MOST_GIVEN, name) ? (MOST_GIVEN[name] as number) : Infinity
}

/** Functions whose first argument must be the name of a file, as a text. */
export const LISTING = 'os.listdir os.path.exists os.path.getsize os.path.isdir os.path.isfile'
/** What may be asked of `Path('x')`: the content of the file, or only whether it is there. */
export const PATH_READS = 'read_bytes read_text'
export const PATH_TELLS = 'exists is_dir is_file'

export function callsOf(module: string): string | undefined {
  return Object.hasOwn(MODULES, module) ? MODULES[module] : undefined
}

/** Names that a text must not redefine. */
export const RESERVED = `and as assert async await break class continue def del elif else except exec finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield open eval compile input getattr setattr delattr globals locals vars
  type object super exit quit help breakpoint map filter callable iter apply execfile raw_input reduce reload`
/** All names that any Python defines by itself, except errors: no function of a text may have one of them. */
export const BUILT_IN = `abs aiter all anext any apply ascii basestring bin bool breakpoint buffer bytearray bytes callable chr classmethod
  cmp coerce compile complex copyright credits delattr dict dir divmod enumerate eval exec execfile exit file filter float format
  frozenset getattr globals hasattr hash help hex id input int intern isinstance issubclass iter len license list locals long map max
  memoryview min next object oct open ord pow print property quit range raw_input reduce reload repr reversed round set setattr slice
  sorted staticmethod str sum super tuple type unichr unicode vars xrange zip`
