/** Part of the danger catalogue: what git is told to overwrite, discard or run later, if a row cannot tell. */

import type { Severity, Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'
import { placeOf, spelledPath } from './places.ts'

const NOTHING: readonly Found[] = []
const SHARED_BRANCH =
  /^(?:main|master|develop|development|dev|trunk|production|prod|staging|stable|release(?:[/-].*)?|hotfix\/.*|gh-pages)$/u

const ADDRESS = /^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/iu

/**
 * A forced push is critical if it names a branch that others share. `+ref` forces and `:ref` deletes by spelling alone.
 */
export function gitPush(input: DangerInput, line: Line): readonly Found[] {
  if (line.operands[0]?.text !== 'push' || onlyTried(input.argv)) return NOTHING
  const refs = line.operands.slice(2).map(({ text, index }) => text ?? input.spelled?.[index] ?? '')
  const forced = line.flags.has('-f') || line.flags.has('--force')
  const deletes = line.flags.has('--delete') || line.flags.has('-d')
  const out: Found[] = []
  if (line.flags.has('--mirror'))
    out.push(
      found(
        'git-history',
        'critical',
        'Makes the remote identical to this clone: every branch that is only there is deleted',
      ),
    )
  const to = operandTexts(line)[1] ?? ''
  if (ADDRESS.test(to))
    out.push(found('exfiltration', 'medium', `Sends commits to ${to}, which is not a configured remote`))
  for (const ref of refs) {
    const branch = ref.slice(ref.lastIndexOf(':') + 1).replace(/^\+?(?:refs\/heads\/)?/u, '')
    const prunes = branch === '*' && line.flags.has('--prune')
    const overwrites = startsWith(ref, '+') || forced || deletes || prunes || startsWith(ref, ':')
    if (!overwrites) continue
    if (branch === '*')
      out.push(found('git-history', 'critical', 'Rewrites or deletes every branch, those that others share among them'))
    else if (SHARED_BRANCH.test(branch))
      out.push(found('git-history', 'critical', `Rewrites or deletes ${branch}, a branch others share`))
    else out.push(found('git-history', 'high', `Overwrites or deletes the remote branch ${branch}`))
  }
  return out
}

/** `git fetch origin '+refs/heads/*:refs/heads/*'`. */
export function gitFetch(_input: DangerInput, line: Line): readonly Found[] {
  if (line.operands[0]?.text !== 'fetch') return NOTHING
  const forced = line.flags.has('-f') || line.flags.has('--force')
  return operandTexts(line).some((ref) => (forced || startsWith(ref, '+')) && isOurs(ref))
    ? [found('git-history', 'medium', 'Overwrites local branches')]
    : NOTHING
}

function isOurs(ref: string): boolean {
  const at = ref.indexOf(':')
  const branch = ref.slice(at + 1).replace(/^refs\/heads\//u, '')
  return at > 0 && (branch === '*' || SHARED_BRANCH.test(branch))
}

const PUSH_VALUES: ReadonlySet<string> = new Set(['-o', '--push-option', '--repo', '--receive-pack', '--exec'])

/** `git push -n`. After an option it may be that option's value, and another option may take it back. */
function onlyTried(argv: readonly Word[]): boolean {
  const push = argv.indexOf('push')
  const at = argv.findIndex((word, index) => index > push && word !== null && /^-[fquv]*n[fquv]*$/u.test(word))
  if (at < 0 || PUSH_VALUES.has(argv[at - 1] ?? '') || argv.slice(0, at).includes('--')) return false
  return !argv.some((word) => word === null || startsWith(word, '--no-dr'))
}

/** A name with such an ending is hardly a branch. */
const FILE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|php|json|ya?ml|toml|lock|md|txt|css|scss|html|vue|svelte|sh|sql)$/u

const WITH_TREE = ['--worktree', '-W', '-SW']

/** `git checkout` with paths and `git restore` discard local changes. */
export function gitFiles(input: DangerInput, line: Line): readonly Found[] {
  const sub = line.operands[0]?.text
  if (sub !== 'restore' && sub !== 'checkout' && sub !== 'clean') return NOTHING
  const rest = operandTexts(line).slice(1)
  const dashes = input.argv.indexOf('--')
  const paths = dashes < 0 ? 0 : input.argv.length - dashes - 1
  if (sub === 'restore') {
    const staged =
      (line.flags.has('--staged') || line.flags.has('-S')) && !WITH_TREE.some((flag) => line.flags.has(flag))
    // Without a path it fails, unless xargs or a similar program adds some.
    return staged ? NOTHING : [discards()]
  }
  if (sub === 'checkout') {
    const creates = line.flags.has('-b') || line.flags.has('-B') || line.flags.has('--orphan')
    if (paths > 0 || line.flags.has('--pathspec-from-file')) return [discards()]
    if (
      !creates &&
      (rest.includes('.') ||
        rest.includes(':/') ||
        rest.some((word) => startsWith(word, './')) ||
        line.flags.has('--ours') ||
        (rest.length === 1 && !line.flags.has('-t') && !line.flags.has('--track') && FILE.test(rest[0] ?? '')) ||
        line.flags.has('--theirs'))
    )
      return [discards()]
    return !creates && checkoutOperands(input.argv) > 1 ? [discards()] : NOTHING
  }
  const forced = line.flags.has('-f') || line.flags.has('--force')
  const tree = forced && rest.length === 0 && !TRIES.some((flag) => line.flags.excuses(flag)) ? treeOf(input) : '.'
  const place = placeOf(tree, input)
  if (place === 'root' || place === 'home')
    return [found('git-worktree', 'critical', `Deletes everything in ${tree} that is not tracked`)]
  return input.argv.some((word) => /^clean\.requireforce=(?:false|no|0|off)$/iu.test(word ?? ''))
    ? [found('git-worktree', 'high', 'Deletes untracked files, which no commit can bring back')]
    : NOTHING
}

/** `git diff | git apply -R`: takes changes back that were not committed. */
export function gitApply({ argv, pipeFrom = [] }: DangerInput, line: Line): readonly Found[] {
  if (line.operands[0]?.text !== 'apply' || pipeFrom[0] !== 'git' || !pipeFrom.includes('diff')) return NOTHING
  if (!line.flags.has('-R') && !line.flags.has('--reverse')) return NOTHING
  return argv.some((word) => ONLY_LOOKS.test(word ?? '')) ? NOTHING : [discards()]
}

const ONLY_LOOKS = /^--(?:check|stat|numstat|summary|cached)$/u

const TRIES = ['-n', '--dry-run', '-i', '--interactive']
const TREE = /^(?:-C|--work-tree)$/u

/** The folder that `-C` or `--work-tree` names. */
function treeOf({ argv, spelled }: DangerInput): string {
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] ?? spelled?.[at] ?? ''
    const named = startsWith(word, '--work-tree=') ? word.slice(12) : TREE.test(argv[at - 1] ?? '') ? word : undefined
    if (named !== undefined) return spelledPath(named) ?? named
  }
  return '.'
}

const CHECKOUT_VALUES: ReadonlySet<string> = new Set(['--conflict', '-U', '--unified', '--inter-hunk-context'])

/** A branch and at least one path: `git checkout main a.txt`. */
function checkoutOperands(argv: readonly Word[]): number {
  let count = 0
  for (let at = argv.indexOf('checkout') + 1; at < argv.length; at++) {
    const word = argv[at]
    if (typeof word === 'string' && CHECKOUT_VALUES.has(word)) at++
    else if (typeof word !== 'string' || !startsWith(word, '-') || word === '-') count++
  }
  return count
}

function discards(): Found {
  return found('git-worktree', 'high', 'Throws uncommitted changes of files away')
}

/** Keys whose value is a program, or a file or folder that names programs. */
const RUNNING_KEY = new RegExp(
  `^(?:${[
    'core\\.(?:hookspath|fsmonitor|pager|editor|sshcommand|askpass|attributesfile|gitproxy|alternaterefscommand)',
    'alias\\..+|pager\\..+|sequence\\.editor|diff\\.external|interactive\\.difffilter|init\\.templatedir|include(?:if)?\\..*path',
    'credential\\..*helper|gpg\\..*(?:program|keycommand)|imap\\.tunnel|instaweb\\.httpd|sendemail\\..*cmd|lfs\\..*path',
    '(?:diff|merge|filter)\\..+\\.(?:command|textconv|driver|clean|smudge|process)',
    '(?:difftool|mergetool|browser|man|guitool|trailer|tar|hook)\\..+\\.(?:command|cmd|path)',
    '.*\\.(?:uploadpack|receivepack)|uploadpack\\.packobjectshook|gc\\.recentobjectshook|remote\\..+\\.vcs',
  ].join('|')})$`,
  'u',
)
/** `!sh`, `-c core.pager=sh log`, `rebase -x sh`, `submodule foreach sh`. */
const RUNNING_ALIAS = /!|^\s*-|\s-(?:x|-exec|-extcmd)|\bforeach\b|\bbisect\s+run\b/u
/** Keys whose value says which hosts it talks to, and with which checks. */
const REACHING_KEY = /^(?:url\..+|protocol\..+|http\..*(?:proxy|sslverify|sslcainfo|sslbackend))$/u
/** Programs that only show, or let a person edit. `true` and `false` turn the watcher of files on and off. */
const SHOWING =
  /^(?:cat|less|more|most|bat|delta|:|true|false|vim?|nvim|nano|emacs|code)(?: -[A-Za-z]+| --(?:wait|paging=never))*$/u

/** `git config key value`, for keys whose value git runs, loads or sends to. */
export function gitConfig({ argv }: DangerInput, line: Line): readonly Found[] {
  if (line.operands[0]?.text !== 'config') return NOTHING
  if (argv.some((word, at) => SETS_FLAGS.test(`${argv[at - 1] ?? ''} ${word ?? ''}`)))
    return [runsLater('an alias with flags')]
  const [, ...rest] = operandTexts(line)
  const [key = '', ...values] = rest[0] === 'set' ? rest.slice(1) : rest
  const writes = values.length > 0 || line.operands.length > rest.length + 1
  const name = key.toLowerCase()
  const runs = RUNNING_KEY.test(name) || (startsWith(name, 'submodule.') && startsWith(values[0] ?? '', '!'))
  if (!writes || (!runs && !REACHING_KEY.test(name))) return NOTHING
  // An alias for one of git's own commands runs nothing else.
  if (startsWith(name, 'alias.') && values[0] !== undefined && !RUNNING_ALIAS.test(values[0])) return NOTHING
  const severity = runs && !SHOWING.test(values[0] ?? '') ? 'critical' : 'high'
  return [runsLater(key, severity)]
}

/** `git config alias.x '-c core.pager=y log'` */
const SETS_FLAGS = /^alias\.\S+ -\S*\s/iu

function runsLater(what: string, severity: Severity = 'critical'): Found {
  return found('persistence', severity, `Has git run, load or reach something else at later commands (${what})`)
}
