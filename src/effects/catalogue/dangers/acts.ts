/** Part of the danger catalogue: acts that need more than a row, because it depends on an operand's meaning. */

import { startsWith } from '../../code-at.ts'
import { diskDump, emptied, endless, endlessCopy, giant, shred, truncation, unpacked } from './contents.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'
import { placeOf } from './places.ts'
import { foundAndRemoved, foundByFd } from './found.ts'
import { gitConfig, gitFiles, gitPush } from './git.ts'
import { kill } from './processes.ts'
import { movedAway, permissions, removal } from './removal.ts'
import { isSecret } from './secrets.ts'
import { consoled, keysListed } from './sql.ts'
import { remoteScript, request, transfer } from './transfer.ts'

export type Act = (input: DangerInput, line: Line) => readonly Found[]

const NOTHING: readonly Found[] = []

const makeFileSystem: Act = (input, line) => {
  const ext = input.program === 'mke2fs' || input.program.startsWith('mkfs.ext')
  if (ext && line.flags.has('-n')) return NOTHING
  if (input.program === 'mkfs.xfs' && line.flags.has('-N')) return NOTHING
  const target = line.operands.find(({ text }) => text === null || startsWith(text, '/dev/') || startsWith(text, '/'))
  return target === undefined
    ? NOTHING
    : [found('disk', 'critical', `Formats ${target.text ?? 'a device'}: everything on it is lost`)]
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

/** `docker rm $(docker ps -aq)`, `docker images -q | xargs docker rmi`: everything that a listing names. */
const containersListed: Act = (input, line) => {
  const [sub, second] = operandTexts(line)
  const removes = ['rm', 'rmi', 'kill', 'stop'].includes(sub ?? '') || second === 'rm' || second === 'stop'
  const listed = input.substitutes ?? stagesBefore(input).filter(([lister]) => baseName(lister) === input.program)
  if (!removes || !input.argv.includes(null) || listed.length === 0) return NOTHING
  return sub === 'stop' || second === 'stop'
    ? [found('container', 'medium', 'Stops everything that a listing names')]
    : [found('container', 'high', 'Removes everything that a listing names')]
}

/** `pip freeze | xargs pip uninstall`: everything that is installed. */
const packagesListed: Act = (input) => {
  const listed = stagesBefore(input).some(([lister]) => baseName(lister) === input.program)
  return listed && input.argv.includes(null)
    ? [found('system', 'medium', 'Removes every package that is listed')]
    : NOTHING
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

/** What is in the trash comes back; a home in it is gone until then. */
const trashed: Act = (input, line) =>
  removal({ ...input, program: 'srm' }, line).filter(({ severity }) => severity === 'critical')

/** `gio remove`; `gio trash` can be undone. */
const trashless: Act = (input, line) => {
  const [verb, ...operands] = line.operands
  if (verb?.text === 'trash') return trashed(input, { ...line, operands })
  return verb?.text === 'remove' ? removal({ ...input, program: 'srm' }, { ...line, operands }) : NOTHING
}

const YES = /^y(?:es)?$/iu

/** `yes | terraform apply`: nobody is asked. */
const unasked: Act = ({ pipeFrom }) => {
  const [program, word] = pipeFrom ?? []
  const answers = program === 'yes' || ((program === 'echo' || program === 'printf') && YES.test(word?.trim() ?? ''))
  return answers ? [found('iac', 'high', 'Changes the infrastructure without asking')] : NOTHING
}

/** `python3 -m http.server -d ~`: whoever reaches the port reads it. */
const servedHere: Act = (input) => {
  const open = input.argv.find(
    (word) => word !== null && (isSecretFolder(word) || (word.startsWith('/') && SHARED.has(placeOf(word, input)))),
  )
  if (
    open === undefined &&
    SHARED.has(placeOf('.', input)) &&
    !input.argv.some((word) => /^-(?:d|-directory)/u.test(word ?? ''))
  )
    return [found('exfiltration', 'medium', `Offers ${input.cwd} to the network`)]
  return typeof open === 'string' ? [found('exfiltration', 'medium', `Offers ${open} to the network`)] : NOTHING
}
/** A key among its words is its own. */
function isSecretFolder(word: string): boolean {
  return isSecret(word) && !/\.(?:pem|key|crt|p12|pfx)$/u.test(word)
}

const SHARED: ReadonlySet<string> = new Set(['root', 'system', 'home'])

const served: Act = (input, line) =>
  input.argv.includes('http.server') || input.argv.includes('-S') || input.argv.includes('httpd')
    ? servedHere(input, line)
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
  trash: [trashed],
  'trash-put': [trashed],
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
  bfs: [foundAndRemoved],
  fd: [foundByFd],
  fdfind: [foundByFd],
  chmod: [permissions],
  chown: [permissions],
  chgrp: [permissions],
  gchmod: [permissions],
  mv: [movedAway],
  gmv: [movedAway],
  git: [gitPush, gitFiles, gitConfig],
  cat: [endlessCopy],
  head: [giant],
  fallocate: [giant],
  cp: [emptied],
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
  terraform: [unasked],
  tofu: [unasked],
  terragrunt: [unasked],
  pip: [packagesListed],
  pip3: [packagesListed],
  npm: [packagesListed],
  brew: [packagesListed],
  gem: [packagesListed],
  python: [served, consoled],
  python3: [served, consoled],
  ruby: [served],
  rails: [consoled],
  flask: [consoled],
  fly: [consoled],
  flyctl: [consoled],
  php: [served],
  serve: [servedHere],
  'http-server': [servedHere],
  httpd: [servedHere],
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
  [foundByFd, ['rm', '/bin/rm', '/usr/bin/rm', 'grm', 'srm', 'shred', 'unlink']],
  [containerRun, ['run', 'create']],
  [containersListed, ['rm', 'rmi', 'kill', 'stop']],
  [unasked, ['apply']],
  [packagesListed, ['uninstall', 'rm', 'remove']],
  [served, ['http.server', '-S', 'httpd']],
  [consoled, ['dbshell', 'shell', 'shell_plus', 'dbconsole', 'db', 'console', 'c', 'connect']],
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
