/** Part of the danger catalogue: acts that need more than a row, because it depends on an operand's meaning. */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { diskDump, endless, endlessCopy, shred, truncation, unpacked } from './contents.ts'
import type { DangerInput, Found } from './input.ts'
import { found } from './input.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'
import { placeOf } from './places.ts'
import { foundAndRemoved, movedAway, permissions, removal } from './removal.ts'
import { keysListed } from './sql.ts'
import { remoteScript, request, transfer } from './transfer.ts'

export type Act = (input: DangerInput, line: Line) => readonly Found[]

const SHARED_BRANCH =
  /^(?:main|master|develop|development|dev|trunk|production|prod|staging|stable|release(?:[/-].*)?|hotfix\/.*|gh-pages)$/u
const NOTHING: readonly Found[] = []

const ADDRESS = /^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/iu

/** A forced push is critical when it names a branch that others share; `+ref` and `:ref` force and delete by spelling. */
const gitPush: Act = (input, line) => {
  if (line.operands[0]?.text !== 'push' || onlyTried(input.argv)) return NOTHING
  const refs = operandTexts(line).slice(2)
  const forced = line.flags.has('-f') || line.flags.has('--force')
  const lease = line.flags.has('--force-with-lease')
  const deletes = line.flags.has('--delete') || line.flags.has('-d')
  const out: Found[] = []
  const to = operandTexts(line)[1] ?? ''
  if (ADDRESS.test(to))
    out.push(found('exfiltration', 'medium', `Sends commits to ${to}, which is no configured remote`))
  for (const ref of refs) {
    const branch = ref.slice(ref.lastIndexOf(':') + 1).replace(/^\+?(?:refs\/heads\/)?/u, '')
    const overwrites = startsWith(ref, '+') || (forced && !lease) || deletes || startsWith(ref, ':')
    if (!overwrites) continue
    if (SHARED_BRANCH.test(branch))
      out.push(found('git-history', 'critical', `Rewrites or deletes ${branch}, a branch others share`))
    else out.push(found('git-history', 'high', `Overwrites or deletes the remote branch ${branch}`))
  }
  return out
}

const PUSH_VALUES: ReadonlySet<string> = new Set(['-o', '--push-option', '--repo', '--receive-pack', '--exec'])

/** `git push -n`; behind an option it is that one's value. */
function onlyTried(argv: readonly Word[]): boolean {
  const at = argv.indexOf('-n')
  return at > 0 && !PUSH_VALUES.has(argv[at - 1] ?? '')
}

const WITH_TREE = ['--worktree', '-W', '-SW']

/** `git checkout` with paths and `git restore` throw local changes away. */
const gitFiles: Act = (input, line) => {
  const sub = line.operands[0]?.text
  if (sub !== 'restore' && sub !== 'checkout' && sub !== 'clean') return NOTHING
  const rest = operandTexts(line).slice(1)
  const dashes = input.argv.indexOf('--')
  const paths = dashes < 0 ? 0 : input.argv.length - dashes - 1
  if (sub === 'restore') {
    const staged =
      (line.flags.has('--staged') || line.flags.has('-S')) && !WITH_TREE.some((flag) => line.flags.has(flag))
    // Without a path it fails, unless xargs or the like adds some.
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
        line.flags.has('--theirs'))
    )
      return [discards()]
    return !creates && checkoutOperands(input.argv) > 1 ? [discards()] : NOTHING
  }
  return sub === 'clean' && input.argv.some((word) => /^clean\.requireforce=(?:false|no|0|off)$/iu.test(word ?? ''))
    ? [found('git-worktree', 'high', 'Deletes untracked files, which no commit can bring back')]
    : NOTHING
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

const RUNNING_KEY =
  /^(?:core\.(?:hookspath|fsmonitor|pager|editor|sshcommand|askpass|attributesfile|gitproxy)|credential\..*helper|alias\..+|init\.templatedir|include(?:if)?\..*path|diff\.external|(?:diff|merge|filter|difftool|mergetool)\..+\.(?:command|textconv|driver|clean|smudge|process|cmd)|url\..+|gpg\..*program|pager\..+|sequence\.editor|protocol\..+|.*\.uploadpack)$/u

/** `git config key value` for the keys whose value git runs, loads or sends to. */
const gitConfig: Act = (_input, line) => {
  if (line.operands[0]?.text !== 'config') return NOTHING
  const [, ...rest] = operandTexts(line)
  const [key = '', ...values] = rest[0] === 'set' ? rest.slice(1) : rest
  const writes = values.length > 0 || line.operands.length > rest.length + 1
  if (!writes || !RUNNING_KEY.test(key.toLowerCase())) return NOTHING
  return [found('persistence', 'high', `Has git run, load or reach something else at later commands (${key})`)]
}

const makeFileSystem: Act = (input, line) => {
  const ext = input.program === 'mke2fs' || input.program.startsWith('mkfs.ext')
  if (ext && line.flags.has('-n')) return NOTHING
  const target = line.operands.find(({ text }) => text === null || startsWith(text, '/dev/') || startsWith(text, '/'))
  return target === undefined
    ? NOTHING
    : [found('disk', 'critical', `Formats ${target.text ?? 'a device'}: everything on it is lost`)]
}

/** `kill -9 -1` ends everything one may end, process 1 the machine. */
const kill: Act = (input) => {
  const words = input.argv.slice(1).filter((word): word is string => typeof word === 'string')
  if (words[0] === '-l' || words[0] === '-L') return NOTHING
  const signalled =
    words[0]?.startsWith('-') === true && words[0] !== '--'
      ? words.slice(words[0] === '-s' || words[0] === '-n' ? 2 : 1)
      : words
  if (signalled.includes('-1')) return [found('process', 'critical', 'Kills every process that can be killed')]
  return signalled.includes('1')
    ? [found('process', 'critical', 'Kills the first process, and with it the machine')]
    : NOTHING
}

const DELETES = /^--(?:delete(?:-\w+)?|del|remove-source-files)$/u

/** `rsync --delete`: what the source lacks disappears at the target. */
const mirror: Act = (input, line) => {
  if (line.flags.has('-n')) return NOTHING
  const deletes = input.argv.some((word) => word !== null && DELETES.test(word))
  if (!deletes) return NOTHING
  const to = line.operands.findLast(({ maybeValue, text }) => !maybeValue && text !== null)?.text ?? ''
  const place = to.includes(':') ? 'other' : placeOf(to, input)
  const whole = place === 'root' || place === 'home' || place === 'project'
  return [found('delete', whole ? 'critical' : 'high', `Deletes what the source does not have from ${to}`)]
}

const MOUNT_OPTIONS = ['-v', '--volume', '--mount']
const MACHINE_FOLDER =
  /^\/(?:etc|root|home|var|usr|boot|proc|sys|dev)(?:\/|:)|^\/:|docker\.sock|(?:source|src)=\/(?:,|$)/u

/** Mounting the machine's root or its container socket gives the container the machine. */
const containerRun: Act = ({ argv }) => {
  if (!argv.includes('run') && !argv.includes('create')) return NOTHING
  const mounts = argv.some((word, index) => {
    if (typeof word !== 'string') return false
    const before = argv[index - 1]
    if (typeof before === 'string' && MOUNT_OPTIONS.includes(before)) return MACHINE_FOLDER.test(word)
    const option = MOUNT_OPTIONS.find((name) => startsWith(word, name) && word !== name)
    return option !== undefined && MACHINE_FOLDER.test(word.slice(option.length).replace(/^=/u, ''))
  })
  return mounts ? [found('container', 'high', 'Gives the container a folder of this machine')] : NOTHING
}

/** `docker rm $(docker ps -aq)`: everything that a listing names. */
const containersListed: Act = (input, line) => {
  const [sub, second] = operandTexts(line)
  const removes = ['rm', 'rmi', 'kill', 'stop'].includes(sub ?? '') || second === 'rm' || second === 'stop'
  if (!removes || !input.argv.includes(null) || input.substitutes === undefined) return NOTHING
  return sub === 'stop' || second === 'stop'
    ? [found('container', 'medium', 'Stops everything that a listing names')]
    : [found('container', 'high', 'Removes everything that a listing names')]
}

const NETWORK_ADDRESS = /^(?:TCP|UDP|SCTP|DCCP|OPENSSL|SSL|PROXY|SOCKS|VSOCK|WEBSOCKET)/iu
const PROGRAM_ADDRESS = /^(?:EXEC|SYSTEM|SHELL)(?::|$)/iu

const socket: Act = (input) => {
  const words = input.argv.filter((word): word is string => typeof word === 'string')
  const connected = words.some((word) => NETWORK_ADDRESS.test(word))
  return connected && words.some((word) => PROGRAM_ADDRESS.test(word))
    ? [found('remote-code', 'high', 'Connects a program to the network')]
    : NOTHING
}

/** `del /s`, `rd /s` of the Windows shells. */
const windowsRemoval: Act = (input) => {
  const recursive = input.argv.some((word) => word?.toLowerCase() === '/s')
  return recursive ? [found('delete', 'high', 'Deletes a folder with everything in it')] : NOTHING
}

/** `gio remove`; `gio trash` can be undone. */
const trashless: Act = (input, line) =>
  line.operands[0]?.text === 'remove'
    ? removal({ ...input, program: 'srm' }, { ...line, operands: line.operands.slice(1) })
    : NOTHING

/** gawk opens `/inet/tcp/0/host/port` as a connection. */
const connected: Act = (input) =>
  input.argv.some((word) => word?.includes('/inet/tcp/') === true)
    ? [found('remote-code', 'high', 'Connects a program to the network')]
    : NOTHING

const ACTS: Readonly<Record<string, readonly Act[]>> = {
  rm: [removal],
  grm: [removal],
  srm: [removal],
  unlink: [removal],
  'remove-item': [removal],
  ri: [removal],
  rimraf: [removal],
  'del-cli': [removal],
  gio: [trashless],
  'trash-empty': [() => [found('delete', 'high', 'Deletes everything in the trash')]],
  del: [windowsRemoval],
  erase: [windowsRemoval],
  rd: [windowsRemoval],
  rmdir: [windowsRemoval],
  shred: [shred],
  wipe: [shred],
  scrub: [shred],
  find: [foundAndRemoved],
  gfind: [foundAndRemoved],
  chmod: [permissions],
  chown: [permissions],
  chgrp: [permissions],
  gchmod: [permissions],
  mv: [movedAway],
  gmv: [movedAway],
  git: [gitPush, gitFiles, gitConfig],
  cat: [endlessCopy],
  tar: [unpacked],
  gtar: [unpacked],
  bsdtar: [unpacked],
  unzip: [unpacked],
  awk: [connected],
  gawk: [connected],
  dd: [diskDump],
  dcfldd: [diskDump],
  kill: [kill],
  rsync: [mirror],
  ssh: [remoteScript],
  sftp: [transfer],
  ftp: [transfer],
  lftp: [transfer],
  tftp: [transfer],
  smbclient: [transfer],
  curl: [request],
  http: [request],
  https: [request],
  xh: [request],
  wget: [request],
  'invoke-restmethod': [request],
  irm: [request],
  'invoke-webrequest': [request],
  iwr: [request],
  docker: [containerRun, containersListed],
  podman: [containerRun, containersListed],
  nerdctl: [containerRun, containersListed],
  'redis-cli': [keysListed],
  'valkey-cli': [keysListed],
  socat: [socket],
  yes: [endless],
  truncate: [truncation],
  mkswap: [makeFileSystem],
  mke2fs: [makeFileSystem],
  mkfs: [makeFileSystem],
  mkntfs: [makeFileSystem],
  mkdosfs: [makeFileSystem],
  newfs: [makeFileSystem],
}

/** Acts that only happen where one of these words stands. */
const WORDS: ReadonlyMap<Act, readonly string[]> = new Map<Act, readonly string[]>([
  [gitPush, ['push']],
  [gitFiles, ['restore', 'checkout', 'clean']],
  [gitConfig, ['config']],
  [containerRun, ['run', 'create']],
  [containersListed, ['rm', 'rmi', 'kill', 'stop']],
])

export function wordsOf(act: Act): readonly string[] | undefined {
  return WORDS.get(act)
}

/** The acts known of a program; `mkfs.ext4`, `newfs_hfs` and their like share one. */
export function actsOf(program: string): readonly Act[] {
  if (startsWith(program, 'mkfs.') || startsWith(program, 'newfs_')) return [makeFileSystem]
  const name = Object.hasOwn(ACTS, program) ? program : program.toLowerCase()
  return Object.hasOwn(ACTS, name) ? (ACTS[name] ?? []) : []
}
