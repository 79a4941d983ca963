/**
 * Part of the audit: what a secret looks like, as data. `redact-text.ts` and `redact.ts` read it.
 *
 * INVARIANT: every pattern runs in linear time: no unbounded repetition can be entered from two places of one run.
 */

/** Words that make a name secret wherever they stand in it: `DB_PASSWORD_PROD`, `clientSecret`. */
export const SECRET_WORDS: ReadonlySet<string> = new Set([
  'apikey',
  'authorization',
  'authtoken',
  'bearer',
  'cookie',
  'credential',
  'credentials',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwords',
  'privatekey',
  'secret',
  'secretkey',
  'secrets',
])

/** Words that are also written as one word with the one before them. */
export const SECRET_STEMS: readonly string[] = ['apikey', 'passphrase', 'passwd', 'password', 'secret', 'token']

/** Words that make a name secret at its end: `GITHUB_TOKEN`, but not `token_count` or `authType`. */
export const SECRET_ENDINGS: ReadonlySet<string> = new Set([
  'auth',
  'cookies',
  'jwt',
  'otp',
  'pass',
  'pat',
  'pwd',
  'sig',
  'signature',
  'token',
  'tokens',
])

/**
 * Endings that are too common to be secret by themselves: `PWD` is the working directory, `pass` a verb, `sig` a
 * signal.
 */
export const NOT_ALONE: ReadonlySet<string> = new Set(['auth', 'pass', 'pat', 'pwd', 'sig', 'signature'])

/** The word before `key` that makes it secret: `api_key`, `AWS_SECRET_ACCESS_KEY`, `AccountKey`. */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
  'access',
  'account',
  'api',
  'auth',
  'encryption',
  'master',
  'private',
  'secret',
  'shared',
  'signing',
  'ssh',
])

/** Last words of names that speak about a secret without holding it. */
export const HARMLESS_ENDINGS: ReadonlySet<string> = new Set([
  'count',
  'dir',
  'endpoint',
  'expires',
  'expiry',
  'file',
  'length',
  'limit',
  'manager',
  'name',
  'names',
  'path',
  'policy',
  'store',
  'stdin',
  'type',
  'uri',
  'url',
])

/** No name is secret without one of these in it; those of the second list count only at the end of a word. */
export const NAME_STEMS: readonly string[] = [
  'auth',
  'cookie',
  'credential',
  'key',
  'pass',
  'secret',
  'signature',
  'token',
]
export const NAME_TAILS: readonly string[] = ['jwt', 'otp', 'pat', 'pwd', 'sig']

export interface SecretPattern {
  /** As the redacted text names it. */
  readonly kind: string
  /** A cheap pattern for where the secret may begin; case is ignored. */
  readonly hint: string
  readonly pattern: RegExp
}

/** Secrets that can be recognised by their own form. If a pattern has the group `keep`, that part is kept. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'private key',
    hint: '-BEGIN ',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'age key', hint: 'age-secret-key-', pattern: /AGE-SECRET-KEY-1[0-9A-Z]{20,}/gi },
  { kind: 'bearer token', hint: 'bearer', pattern: /(?<keep>\bbearer[ \t]{1,4})[\w.~+/=-]{6,}/gi },
  { kind: 'credentials', hint: 'basic', pattern: /(?<keep>\bbasic[ \t]{1,4})[A-Za-z0-9+/]{8,}={0,2}/gi },
  { kind: 'AWS key', hint: 'akia', pattern: /\bAKIA[A-Z0-9]{16}/g },
  { kind: 'AWS key', hint: 'asia', pattern: /\bASIA[A-Z0-9]{16}/g },
  { kind: 'GitHub token', hint: 'gh[oprsu]_', pattern: /\bgh[oprsu]_[A-Za-z0-9]{16,}/g },
  { kind: 'GitHub token', hint: 'github_pat_', pattern: /\bgithub_pat_\w{16,}/g },
  {
    kind: 'GitLab token',
    hint: 'gl(?:pat|dt|rt|ptt|oas|soat|cbt)-',
    pattern: /\bgl(?:pat|dt|rt|ptt|oas|soat|cbt)-[\w-]{16,}/g,
  },
  { kind: 'Anthropic key', hint: 'sk-ant-', pattern: /\bsk-ant-[\w-]{10,}/g },
  { kind: 'OpenAI key', hint: 'sk-', pattern: /\bsk-(?!ant-)[\w-]{16,}/g },
  { kind: 'Stripe key', hint: '[rs]k_(?:live|test)_', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { kind: 'Stripe key', hint: 'whsec_', pattern: /\bwhsec_[\w+/=-]{16,}/g },
  { kind: 'Slack token', hint: 'xox', pattern: /\bxox[a-z]-[\w-]{8,}/g },
  { kind: 'Slack token', hint: 'xapp-', pattern: /\bxapp-[\w-]{8,}/g },
  { kind: 'Slack webhook', hint: 'hooks\\.slack', pattern: /(?<keep>hooks\.slack\.com\/services\/)[\w/-]{8,}/g },
  { kind: 'npm token', hint: 'npm_', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { kind: 'PyPI token', hint: 'pypi-', pattern: /\bpypi-[\w-]{30,}/g },
  { kind: 'Google key', hint: 'aiza', pattern: /\bAIza[\w-]{30,}/g },
  { kind: 'Google token', hint: 'ya29\\.', pattern: /\bya29\.[\w-]{16,}/g },
  { kind: 'Hugging Face token', hint: 'hf_', pattern: /\bhf_[A-Za-z0-9]{20,}/g },
  { kind: 'DigitalOcean token', hint: 'do[opr]_v1_', pattern: /\bdo[opr]_v1_[a-f0-9]{32,}/g },
  { kind: 'Vault token', hint: 'hv[bsr]\\.', pattern: /\bhv[bsr]\.[\w-]{20,}/g },
  { kind: 'SendGrid key', hint: 'sg\\.', pattern: /\bSG\.[\w-]{16,64}\.[\w-]{16,}/g },
  { kind: 'Docker token', hint: 'dckr_pat_', pattern: /\bdckr_pat_[\w-]{16,}/g },
  { kind: 'Shopify token', hint: 'shp(?:at|ca|pa|ss)_', pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{16,}/g },
  { kind: 'JSON web token', hint: 'eyj[\\w-]', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g },
  { kind: 'signature', hint: '\\?sig(?:nature)?=', pattern: /(?<keep>\?sig(?:nature)?=)[\w%.~+/=-]{16,}/gi },
  { kind: 'signature', hint: '&sig(?:nature)?=', pattern: /(?<keep>&sig(?:nature)?=)[\w%.~+/=-]{16,}/gi },
  { kind: 'password', hint: ':\\/\\/[^\\s\\/]*@', pattern: /(?<=:\/\/)(?<keep>[^\s/?#@:"'`]*:)[^\s/?#"'`]+(?=@)/g },
  { kind: 'credentials', hint: ':\\/\\/[^\\s\\/]*@', pattern: /(?<=:\/\/)[^\s/?#@:"'`]{16,}(?=@)/g },
]

/** Flags of curl that take no value. */
const CURL_FLAGS = /^-[sSfLkivgGIN]+$/

/**
 * Options whose value is a secret although their name does not say so, by program or by another word that precedes
 * them. Every text is searched for these program names; a name that is short or part of other words would make every
 * text be examined closely.
 */
export const SECRET_OPTIONS: ReadonlyMap<string, readonly SecretOption[]> = new Map<string, readonly SecretOption[]>([
  [
    'curl',
    [
      ...['-u', '--user', '-U', '--proxy-user'].flatMap(userOptions),
      // If the value has no `=`, it is a file.
      { option: '-b', attached: true, keeps: '=', behind: CURL_FLAGS },
    ],
  ],
  // docker, podman, helm, az, oc and others.
  ['login', [{ option: '-p', attached: true }]],
  ...['http', 'https', 'xh'].map((name): [string, readonly SecretOption[]] => [
    name,
    [
      { option: '-a', attached: true, keeps: ':' },
      { option: '--auth', attached: false, keeps: ':' },
      { option: '--auth=', attached: 'only', keeps: ':' },
      { option: '-a', attached: true, after: 'bearer' },
      { option: '--auth', attached: false, after: 'bearer' },
    ],
  ]),
  // gh and others.
  [
    'secret',
    [
      { option: '-b', attached: true, after: 'set' },
      { option: '--body', attached: false, after: 'set' },
      { option: '--body=', attached: 'only', after: 'set' },
    ],
  ],
  ['mariadb', [{ option: '-p', attached: 'only' }]],
  ['mysql', [{ option: '-p', attached: 'only' }]],
  ['mysqladmin', [{ option: '-p', attached: 'only' }]],
  ['mysqldump', [{ option: '-p', attached: 'only' }]],
  ['mongosh', [{ option: '-p', attached: false }]],
  ['mongo', [{ option: '-p', attached: false }]],
  ['cqlsh', [{ option: '-p', attached: true }]],
  ['sqlcmd', [{ option: '-P', attached: true }]],
  ['redis-cli', [{ option: '-a', attached: false }]],
  ['ldapsearch', [{ option: '-w', attached: true }]],
  ['ldapmodify', [{ option: '-w', attached: true }]],
  ['smbclient', [{ option: '-U', attached: true, keeps: '%' }]],
  ['mosquitto_pub', [{ option: '-P', attached: true }]],
  ['mosquitto_sub', [{ option: '-P', attached: true }]],
  ['sshpass', [{ option: '-p', attached: true }]],
  [
    'ssh-keygen',
    [
      { option: '-N', attached: true },
      { option: '-P', attached: true },
    ],
  ],
  [
    'openssl',
    [
      { option: '-k', attached: false },
      { option: '-K', attached: false },
      { option: '-pass', attached: false, keeps: ':' },
      { option: '-passin', attached: false, keeps: ':' },
      { option: '-passout', attached: false, keeps: ':' },
    ],
  ],
  [
    'kubectl',
    [
      { option: '--from-literal=', attached: 'only', keeps: '=' },
      { option: '--from-literal', attached: false, keeps: '=' },
    ],
  ],
  [
    'vault',
    [
      { option: 'login', attached: false },
      // `vault kv put secret/x key=value`: a word with the sign and without an option before it.
      ...['put', 'patch', 'write'].map((after): SecretOption => ({ option: '', attached: 'only', after, keeps: '=' })),
    ],
  ],
  // The text may come after options.
  ['ansible-vault', [{ option: '', attached: 'only', after: 'encrypt_string' }]],
  ['cargo', [{ option: 'login', attached: false }]],
  [
    'ngrok',
    [
      { option: 'authtoken', attached: false },
      { option: 'add-authtoken', attached: false },
    ],
  ],
  ['twine', [{ option: '-p', attached: true, after: 'upload' }]],
  ['7z', [{ option: '-p', attached: 'only' }]],
  ['zip', [{ option: '-P', attached: true }]],
  ['unzip', [{ option: '-P', attached: true }]],
])

export interface SecretOption {
  /** The option's name; empty if it means every word that is not an option. */
  readonly option: string
  /** May be in one word with its value; `only`: must be. */
  readonly attached: boolean | 'only'
  /** A word that must have come before. */
  readonly after?: string
  /** Flags without a value, after which the option may follow in the same word: `-sSu`. */
  readonly behind?: RegExp
  /** The part up to this sign is no secret: in `user:password`, the user. A value without the sign holds no secret. */
  readonly keeps?: string
}

function userOptions(option: string): readonly SecretOption[] {
  if (option.length === 2) return [{ option, attached: true, keeps: ':', behind: CURL_FLAGS }]
  return [
    { option, attached: false, keeps: ':' },
    { option: `${option}=`, attached: 'only', keeps: ':' },
  ]
}
