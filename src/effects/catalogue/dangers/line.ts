/** Part of the danger catalogue: separates the words of a command into flags and operands, generously. */

import type { Word } from '../../../engine/effect.ts'
import { codeAt, includes, startsWith } from '../../code-at.ts'
import { Flags } from './flags.ts'

export interface Operand {
  readonly text: Word
  /** It follows an option that may or may not take a value, so it may be that value. */
  readonly maybeValue: boolean
  readonly index: number
}

export interface Line {
  /** Long names, single letters from clusters, whole single-dash words, each also with its `=value`. */
  readonly flags: Flags
  readonly operands: readonly Operand[]
}

const DASH = 0x2d
const GLUED = /^-[^$`]/u

/**
 * Options that take the next word, by program: those before a subcommand, and for critical programs all that take a
 * text, so that no value can hide a flag or pretend to be a dry run (`rsync --delete --exclude -n empty/ ~/`).
 */
const GLOBAL_VALUES: Readonly<Record<string, string>> = {
  aws: '--profile --region --endpoint-url --output --query --ca-bundle --cli-read-timeout --cli-connect-timeout --color',
  az: '--subscription --output -o --query -c --container-name -n --name -g --resource-group',
  chgrp: '--reference --from',
  chmod: '--reference',
  chown: '--reference --from',
  cargo: '--config --color -Z -C --manifest-path --target-dir',
  docker:
    '--context -c --host -H --config --log-level -l --tlscacert --tlscert --tlskey -f --file -p --project-name --profile --env-file',
  'docker-compose': '-f --file -p --project-name --profile --env-file --project-directory',
  fdisk: '-b --sector-size -o --output -t --type -C -H -S -w --wipe -W --wipe-partitions',
  flux: '-n --namespace --context --kubeconfig',
  gcloud: '--project --account --configuration --format --verbosity --billing-project --impersonate-service-account',
  gh: '-R --repo --hostname',
  git: '-C -c --git-dir --work-tree --namespace --super-prefix --exec-path --config-env --attr-source --repo --push-option --receive-pack --exec',
  gsutil: '-o -i -u -h',
  heroku: '-a --app -r --remote',
  helm: '-n --namespace --kube-context --kubeconfig --registry-config --repository-cache',
  kubectl:
    '-n --namespace --context --cluster --kubeconfig -s --server --user --token --as --as-group --request-timeout -v',
  lvm: '--config --devicesfile -S --select --reportformat --commandprofile --profile',
  mc: '--config-dir -C --resolve',
  mke2fs: '-b -C -d -e -E -g -G -i -I -J -l -L -m -M -N -o -O -r -t -T -U -z',
  mongosh: '--host --port -u --username -p --password --authenticationDatabase',
  mysql: '-h --host -P --port -u --user -D --database -S --socket',
  mysqladmin: '-h --host -P --port -u --user -S --socket',
  npm: '--prefix --registry --workspace -w --userconfig -C',
  oc: '-n --namespace --context --kubeconfig -s --server --token',
  pnpm: '-C --dir --filter -F --prefix',
  pulumi: '-s --stack -C --cwd --color',
  'redis-cli': '-h -p -s -a -u -n -r -i --user --pass --askpass --cert --key --cacert --tls-ciphers',
  restic:
    '-r --repo -p --password-file --repository-file --password-command --cache-dir --limit-upload --limit-download -o',
  rsync:
    '-B -e -f -M -T --backup-dir --block-size --bwlimit --chmod --chown --compare-dest --copy-dest --exclude --exclude-from --files-from --filter --include --include-from --link-dest --log-file --max-size --min-size --out-format --partial-dir --password-file --port --remote-option --rsh --rsync-path --suffix --temp-dir',
  sfdisk: '-N -o -O -w -W -X -Y --backup-file --label --label-nested --output --partno --wipe --wipe-partitions',
  shred: '-n -s --iterations --random-source --size',
  systemctl: '-H --host -M --machine -t --type -p --property --root -n --lines -o --output -s --signal',
  terraform: '',
  wipefs: '-o -O -t --offset --output --types',
  velero: '-n --namespace --kubeconfig --kubecontext',
  yarn: '--cwd',
}

/** Programs that write long options with one dash: their words are never clusters. */
const SINGLE_DASH: ReadonlySet<string> = new Set(
  'terraform tofu terragrunt vault consul nomad packer find gfind bfs java openssl diskutil xcodebuild ffmpeg convert gradle dism netsh qemu-img powershell pwsh kafka-topics certutil'.split(
    ' ',
  ),
)

/** Letters that take the rest of the cluster as a value (`git checkout -bfeature`). */
const VALUE_LETTERS: Readonly<Record<string, string>> = {
  git: 'bBcCmSO',
  kubectl: 'nflcoLs',
  mysql: 'pPuhDe',
  psql: 'cdfhpU',
  tar: 'fCTXI',
}

/** Harmful options of programs that accept any beginning of them. */
const CUT_SHORT: Readonly<Record<string, string>> = {
  git: '--delete --discard-changes --force --hard --mirror --prune --worktree',
  hdparm: '--security-erase --trim-sector-ranges --write-sector --make-bad-sector --dco-restore',
  iptables: '--flush --delete-chain --policy --delete',
  ip6tables: '--flush --delete-chain --policy --delete',
  journalctl: '--vacuum-time --vacuum-size --vacuum-files --rotate --flush',
  mdadm: '--zero-superblock --stop --remove --fail --create',
  wipefs: '--all --offset --force',
}

/** What has to be known about a program's options to tell them from operands. */
export interface LineGrammar {
  /** Options that take the next word; undefined if none is known. */
  readonly taking: ReadonlySet<string> | undefined
  /** Letters that end a cluster; undefined if there are no clusters. */
  readonly stops: string | undefined
  /** Long options that may be cut short. */
  readonly cut: readonly string[]
}

/** Programs that share the options of another. */
const SHARED: readonly (readonly [RegExp, string])[] = [
  [/^mkfs\.ext/u, 'mke2fs'],
  [/^(?:lv|vg|pv)(?:remove|reduce|create|resize)$/u, 'lvm'],
]

const NONE: readonly string[] = []

export function grammarOf(program: string): LineGrammar {
  const taking = ownEntry(GLOBAL_VALUES, SHARED.find(([names]) => names.test(program))?.[1] ?? program)
  return {
    taking: taking === undefined || taking === '' ? undefined : new Set(taking.split(' ')),
    stops: SINGLE_DASH.has(program) ? undefined : (ownEntry(VALUE_LETTERS, program) ?? ''),
    cut: ownEntry(CUT_SHORT, program)?.split(' ') ?? NONE,
  }
}

/**
 * Separates flags from operands; after `--` everything is an operand. `spelled`: the text of words that are unknown.
 */
export function readLine(argv: readonly Word[], grammar: LineGrammar, spelled?: readonly (string | undefined)[]): Line {
  const { taking } = grammar
  const flags = new Flags()
  const operands: Operand[] = []
  let ended = false
  let unsure = false
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index] ?? null
    // `--context=$c` is a flag and its value is no operand. It is skipped, because otherwise it could pretend to be a
    // dry run.
    if (word === null && !ended && spelled !== undefined && GLUED.test(spelled[index] ?? '')) {
      unsure = false
      continue
    }
    if (word === null || ended || word.length < 2 || codeAt(word, 0) !== DASH) {
      operands.push({ text: word, maybeValue: unsure && !ended, index })
      // `npm publish --dry-run false`
      if (unsure && word === 'false') flags.addWord(`${argv[index - 1] ?? ''}=false`)
      unsure = false
      continue
    }
    if (word === '--') {
      ended = true
      unsure = false
      continue
    }
    unsure = false
    addFlags(word, flags, grammar)
    if (taking !== undefined && taking.has(word)) index++
    else unsure = !includes(word, '=')
  }
  return { flags, operands }
}

/** If `stops` is undefined, the word is no cluster. */
function addFlags(word: string, flags: Flags, { stops, cut }: LineGrammar): void {
  flags.addWord(word)
  const equals = word.indexOf('=')
  const given = equals > 0 ? word.slice(0, equals) : word
  // `--push=false` turns the flag off.
  if (given !== word && !word.endsWith('=false')) flags.addWord(given)
  if (given.length > 3) for (const name of cut) if (startsWith(name, given) && name !== given) flags.addWord(name)
  if (stops === undefined || codeAt(word, 1) === DASH) return
  const end = Math.min(equals > 0 ? equals : word.length, 8)
  for (let at = 1; at < end; at++) {
    flags.addLetter(codeAt(word, at))
    if (stops !== '' && stops.includes(word.charAt(at))) return
  }
}

function ownEntry(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** The texts of the operands that are known. */
export function operandTexts(line: Line): readonly string[] {
  const out: string[] = []
  for (const { text } of line.operands) if (text !== null) out.push(text)
  return out
}
