/**
 * Part of writing other systems' configurations: asks that keep a permission from covering what our rules and built-in
 * checks stop. They come in groups, of which only the needed ones are written.
 *
 * The checks know hundreds of names (`effects/paths/protected-list.ts`); most begin with a dot, or are in system
 * folders or in home. Asking about all of those is safe, and short enough for a file that people read.
 */

const KEYS = [
  'id_rsa',
  'id_ed25519',
  'id_ecdsa',
  'id_dsa',
  '_netrc',
  '*.ppk',
  '*.kdbx',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
]
const CONFIGURATION = [
  'countersign.*',
  'authorized_keys',
  'lefthook.*',
  '*.code-workspace',
  'opencode.json*',
  'crush.json',
  'claude_desktop_config.json',
  'Jenkinsfile',
  '*-pipelines.y*ml',
  'appveyor.yml',
  'bunfig.toml',
  'pip.conf',
  'gradle-wrapper.*',
  'pyrightconfig.json',
  '[Nn]u[Gg]et.[Cc]onfig',
  'git~1',
  'Library',
]
const SECRETS = [
  ...'.env .env.* .envrc .netrc .pypirc .git-credentials .pgpass .my.cnf .htpasswd .vault-token'.split(' '),
  ...'.ssh .aws .kube .azure .gnupg .docker .config'.split(' '),
  ...KEYS,
]

/** Files in a project that should not be passed to a command, and files that no command should write to. */
export const UNFED: readonly (readonly string[])[] = [SECRETS, ['.*', ...KEYS, ...CONFIGURATION]]
const READ_SYSTEM = ['/etc', '/proc', '/run', '/var/run']
const WRITE_SYSTEM = [
  '/etc',
  '/proc',
  '/run',
  '/var',
  '/sys',
  '/dev',
  '/boot',
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/opt',
  '/root',
]

/** Our rules that cover the files that the checks ask about. */
export const CHECKED_FILES: readonly (readonly string[])[] = [
  ['.*', ...KEYS, 'Library'].map((name) => `read(**/${name})`),
  READ_SYSTEM.map((path) => `read(${path}/**)`),
  ['.*', ...KEYS, ...CONFIGURATION].map((name) => `write(**/${name})`),
  WRITE_SYSTEM.map((path) => `write(${path}/**)`),
]

/** Texts that, anywhere in a command, could lead it to something restricted or checked. */
export function guardTexts(names: readonly string[]): string[][] {
  return [
    [...names],
    ['countersign'],
    ["'", '"', '\\', '{', '<'],
    [' .', '/.', '=.', ' /', '=/', '~', '..', ':/', '@', ...KEYS.map((name) => name.replace('*', ''))],
  ]
}
