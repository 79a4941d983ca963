/**
 * Part of matching: which spellings mean the same host, and which hosts are not public.
 *
 * The WHATWG parser decides: it maps case, IDN, full-width letters, percent escapes and every form of an IPv4 address.
 */

/** One spelling for each host; undefined for a text that no URL could hold. IPv6 keeps its brackets. */
export function normalHost(text: string): string | undefined {
  if (text === '' || /[/?#@\\]/u.test(text)) return undefined
  if (text.includes(':') && !(text.startsWith('[') && text.endsWith(']'))) return undefined
  try {
    return canonicalHost(new URL(`http://${text}/`).hostname)
  } catch {
    return undefined
  }
}

/** For a host name that the WHATWG parser returned: without the root's dot, and an IPv4 address inside IPv6 as IPv4. */
export function canonicalHost(hostname: string): string {
  if (hostname.startsWith('[')) {
    const words = ipv6Words(hostname)
    return isPrefix(words, MAPPED) ? dotted(words, 6) : hostname
  }
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

/**
 * Loopback, private, link-local, metadata or reserved addresses; names that only resolve locally; names that spell an
 * address.
 */
export function isInternalHost(host: string): boolean {
  if (host.startsWith('[')) return isInternalV6(ipv6Words(host))
  if (IPV4.test(host)) return isInternalV4(host)
  if (!host.includes('.')) return true
  return LOCAL_SUFFIXES.some(
    (suffix) => host.endsWith(suffix) && (host.length === suffix.length || host.at(-suffix.length - 1) === '.'),
  )
}

/** Names that lead to the same host, on this machine or on the platforms that know these names. */
const ALIASES: readonly (readonly string[])[] = [
  [
    'localhost',
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    '[::]',
    'localhost.localdomain',
    'localhost4',
    'localhost6',
    'ip6-localhost',
    'ip6-loopback',
  ],
  [
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    'metadata.google.internal',
    'metadata.goog',
    'metadata',
    'instance-data',
    'instance-data.ec2.internal',
  ],
  ['169.254.0.23', 'metadata.tencentyun.com'],
]
/** Where containers and other clouds get their keys. */
const HANDS_OUT_KEYS = new Set([
  ...(ALIASES[1] ?? []),
  ...(ALIASES[2] ?? []),
  '169.254.170.2',
  '169.254.170.23',
  '[fd00:ec2::23]',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])
const LOOPBACK_NAME = /\.(?:localhost|localtest\.me|lvh\.me)$/u
/** `10.0.0.1.nip.io`, `app-10-0-0-1.sslip.io`. */
const SPELLED_ADDRESS = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\.(?:nip|sslip|xip)\.io$/u
/** `7f000001.nip.io`. */
const SPELLED_HEX = /(?:^|[.-])([\da-f]{8})\.(?:nip|sslip|xip)\.io$/u
/** `--1.sslip.io`, `www.fe80--1.nip.io`. */
const SPELLED_V6 = /(?:^|\.)([\da-f]{0,4}(?:-[\da-f]{0,4}){2,7})\.(?:nip|sslip)\.io$/u
const NO_NAMES: readonly string[] = []

/** The other names under which a rule may mean this host. */
export function otherNames(host: string): readonly string[] {
  const aliases = aliasesOf(host)
  if (aliases !== undefined || !host.includes('.')) return aliases ?? NO_NAMES
  if (LOOPBACK_NAME.test(`.${host}`)) return ALIASES[0] ?? NO_NAMES
  const address = host.endsWith('ip.io') ? spelledIn(host) : undefined
  return address === undefined ? NO_NAMES : (aliasesOf(address) ?? [address])
}

/** Whether a cloud hands out the keys of the machine there, under any name of the host. */
export function handsOutKeys(host: string): boolean {
  return HANDS_OUT_KEYS.has(host) || otherNames(host).some((name) => HANDS_OUT_KEYS.has(name))
}

function spelledIn(host: string): string | undefined {
  const parts = SPELLED_ADDRESS.exec(host)
  if (parts !== null) return parts.slice(1).map(Number).join('.')
  const hex = SPELLED_HEX.exec(host)?.[1]
  if (hex !== undefined) return normalHost(`0x${hex}`)
  const words = SPELLED_V6.exec(host)?.[1]
  return words === undefined ? undefined : normalHost(`[${words.replaceAll('-', ':')}]`)
}

function aliasesOf(host: string): readonly string[] | undefined {
  return ALIASES.find((names) => names.includes(host))
}

const LOCAL_SUFFIXES: readonly string[] = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'localtest.me',
  'lvh.me',
  'nip.io',
  'sslip.io',
  'xip.io',
  'metadata.goog',
  'metadata.tencentyun.com',
]

const IPV4 = /^\d+\.\d+\.\d+\.\d+$/u

/** First address, prefix length. */
const INTERNAL_V4: readonly (readonly [number, number])[] = [
  [0x00_00_00_00, 8],
  [0x0a_00_00_00, 8],
  [0x64_40_00_00, 10],
  [0x7f_00_00_00, 8],
  [0xa9_fe_00_00, 16],
  [0xac_10_00_00, 12],
  [0xc0_00_00_00, 24],
  [0xc0_a8_00_00, 16],
  [0xc6_12_00_00, 15],
  [0xe0_00_00_00, 4],
  [0xf0_00_00_00, 4],
  // Azure's address for agents and metadata, which lies in public address space.
  [0xa8_3f_81_10, 32],
]

function isInternalV4(host: string): boolean {
  const address = host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return INTERNAL_V4.some(([first, bits]) => {
    const size = 2 ** (32 - bits)
    return address >= first && address < first + size
  })
}

const MAPPED = [0, 0, 0, 0, 0, 0xffff]
/** Prefixes that are followed by an IPv4 address to which the packet may be sent. */
const CARRIERS: readonly (readonly number[])[] = [
  MAPPED,
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0x64, 0xff9b, 1, 0, 0, 0],
  [0, 0, 0, 0, 0, 0],
  [0x2002],
]

/** The IPv4 address inside an IPv6 address that is not just another form of it; undefined if there is none. */
export function carriedAddress(host: string): string | undefined {
  if (!host.startsWith('[')) return undefined
  const words = ipv6Words(host)
  const carrier = CARRIERS.find((prefix) => isPrefix(words, prefix))
  // `[::]` and `[::1]` carry no IPv4 address.
  return carrier === undefined || words[carrier.length] === 0 ? undefined : dotted(words, carrier.length)
}

function isInternalV6(words: readonly number[]): boolean {
  const first = words[0] ?? 0
  if (first >> 9 === 0x7e || first >> 6 === 0x3fa || first >> 6 === 0x3fb || first >> 8 === 0xff) return true
  return CARRIERS.some((carrier) => isPrefix(words, carrier) && isInternalV4(dotted(words, carrier.length)))
}

function isPrefix(words: readonly number[], prefix: readonly number[]): boolean {
  return prefix.every((word, at) => words[at] === word)
}

function dotted(words: readonly number[], at: number): string {
  const high = words[at] ?? 0
  const low = words[at + 1] ?? 0
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/** The eight words of an address as the WHATWG parser writes it: hexadecimal, with one `::` at most. */
function ipv6Words(host: string): number[] {
  const [head = '', tail] = host.slice(1, -1).split('::')
  const read = (text: string): number[] => (text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16)))
  if (tail === undefined) return read(head)
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array<number>(Math.max(0, 8 - before.length - after.length)).fill(0), ...after]
}
