/** Part of the danger catalogue: words that name a secret, by spelling alone. */

const NAMES: ReadonlySet<string> = new Set(
  '.netrc .npmrc .pypirc .pgpass .my.cnf .git-credentials .envrc .htpasswd .vault-token .boto .s3cfg .dockercfg credentials credentials.json credentials.yml credentials.xml secrets.yml secrets.yaml secrets.json secrets.toml service-account.json master.key kubeconfig shadow gshadow sudoers authorized_keys known_hosts login.keychain-db wallet.dat Cookies .bash_history .zsh_history terraform.tfstate .terraformrc hosts.yml admin.conf'.split(
    ' ',
  ),
)
const FOLDERS = [
  '/.ssh',
  '/.gnupg',
  '/.aws',
  '/.azure',
  '/.kube',
  '/.config/gcloud',
  '/.docker',
  '/.password-store',
  '/Keychains',
  '/.mozilla',
  '/.config/gh',
  '/etc/ssl/private',
  '/.config/op',
  '/.local/share/keyrings',
]
const EXTENSIONS = ['.pem', '.key', '.p12', '.pfx', '.jks', '.keystore', '.kdbx', '.ppk', '.asc', '.tfvars']
const EXAMPLES = ['.example', '.sample', '.template', '.dist', '.pub', '.md']

/** A secret that is packed is still a secret. */
const PACKED = /\.(?:gz|bz2|xz|zst|zip|b64)$/u

/** A file that holds a whole database, judging by its name. Files of mere statements are sent to servers every day. */
export function isDatabase(spelled: string): boolean {
  const base = spelled.slice(spelled.lastIndexOf('/') + 1).replace(PACKED, '')
  return /\.(?:sqlite3?|dump|rdb|mdb)$/iu.test(base) || (/\.(?:sql|db|bak|csv)$/iu.test(base) && WHOLE.test(base))
}

const WHOLE = /dump|backup|export|prod|database|users|customers/iu

/** Keys, credentials, `.env` files, password stores, the system's accounts. */
export function isSecret(spelled: string): boolean {
  const word = spelled.replace(PACKED, '')
  if (EXAMPLES.some((end) => word.endsWith(end))) return false
  const base = word.slice(word.lastIndexOf('/') + 1)
  if (NAMES.has(base) || base === '.env' || base.startsWith('.env.') || /^id_(?:rsa|dsa|ecdsa|ed25519|$)/u.test(base))
    return true
  if (word === '/etc/passwd' || word === '/etc/shadow' || /^\/proc\/[^/]+\/environ$/u.test(word)) return true
  if (EXTENSIONS.some((end) => base.endsWith(end) && base.length > end.length)) return true
  const padded = word.startsWith('/') ? word : `/${word}`
  return FOLDERS.some((folder) => padded.includes(`${folder}/`) || padded.endsWith(folder))
}
