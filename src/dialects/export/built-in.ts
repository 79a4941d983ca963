/**
 * Part of writing other systems' configurations: asks that keep a permission from reaching what our rules and our
 * built-in checks stop, in groups of which only those are written that are needed.
 *
 * The checks know hundreds of names (`effects/paths/protected-list.ts`); most begin with a dot, lie in the folders of the
 * system or in home. Asking about all of those is safe, and short enough for a file that people read.
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

/** What a project may hold that no command should be fed with, and what none should write into. */
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

/** Rules of ours that cover what the checks ask about in files. */
export const CHECKED_FILES: readonly (readonly string[])[] = [
  ['.*', ...KEYS, 'Library'].map((name) => `read(**/${name})`),
  READ_SYSTEM.map((path) => `read(${path}/**)`),
  ['.*', ...KEYS, ...CONFIGURATION].map((name) => `write(**/${name})`),
  WRITE_SYSTEM.map((path) => `write(${path}/**)`),
]

/** Texts, anywhere in a command, that could bring it to what is restricted or checked. */
export function guardTexts(names: readonly string[]): string[][] {
  return [
    [...names],
    ['countersign'],
    ["'", '"', '\\', '{', '<'],
    [' .', '/.', '=.', ' /', '=/', '~', '..', ':/', '@', ...KEYS.map((name) => name.replace('*', ''))],
  ]
}
