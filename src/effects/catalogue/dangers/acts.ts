/** Part of the danger catalogue: acts that a row cannot describe, because they depend on the meaning of an operand. */

import { startsWith } from '../../code-at.ts'
import { isAmong } from '../among.ts'
import { diskDump, emptied, endless, endlessCopy, giant, shred, truncation, unpacked } from './contents.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import { editsImage } from './images.ts'
import { editedAway } from './in-place.ts'
import type { Line } from './line.ts'
import { operandTexts } from './line.ts'
import { mounted } from './mounts.ts'
import { placeOf } from './places.ts'
import { foundAndRemoved, foundByFd } from './found.ts'
import { gitApply, gitConfig, gitFetch, gitFiles, gitPush } from './git.ts'
import { kill } from './processes.ts'
import { installedMode, permissions } from './permissions.ts'
import { movedAway, removal } from './removal.ts'
import { isSecret } from './secrets.ts'
import { consoled, keysListed } from './sql.ts'
import { remoteScript, request, transfer } from './transfer.ts'

type Act = (input: DangerInput, line: Line) => readonly Found[]

const NOTHING: readonly Found[] = []

const makeFileSystem: Act = (input, line) => {
  const ext = input.program === 'mke2fs' || input.program.startsWith('mkfs.ext')
  if (ext && line.flags.has('-n')) return NOTHING
  if (input.program === 'mkfs.xfs' && line.flags.has('-N')) return NOTHING
  if (editsImage(input.program, line, input)) return NOTHING
  const target = line.operands.find(({ text }) => text === null || startsWith(text, '/dev/') || startsWith(text, '/'))
  return target === undefined
    ? NOTHING
    : [found('disk', 'critical', `Formats ${target.text ?? 'a device'}: everything on it is lost`)]
}

const DELETES = /^--(?:delete(?:-\w+)?|del|remove-source-files)$/u

/** `rsync --delete`: what the source lacks is deleted at the target. */
const mirror: Act = (input, line) => {
  if (line.flags.excuses('-n')) return NOTHING
  const deletes = input.argv.some((word) => word !== null && DELETES.test(word))
  if (!deletes) return NOTHING
  const to = line.operands.findLast(({ maybeValue, text }) => !maybeValue && text !== null)?.text ?? ''
  const place = to.includes(':') ? 'other' : placeOf(to, input)
  const whole = place === 'root' || place === 'home' || place === 'project'
  return [found('delete', whole ? 'critical' : 'high', `Deletes what the source does not have from ${to}`)]
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
  const recursive = input.argv.some((word) => /^(?:\/s|-r|-rec(?:urse)?)$/iu.test(word ?? ''))
  return recursive ? [found('delete', 'high', 'Deletes a folder with everything in it')] : NOTHING
}

const LISTS = /^(?:get-childitem|gci|dir|ls|get-item|gi|get-process|gps|ps)$/iu
/** Commands between, options and patterns that leave only some of what is listed. */
const PICKS = /^(?:where-object|where|\?|select-object|select)$/iu
const NARROWS = /^-(?:fi|inc|exc|na|id|lt|m)|[*?].*[.\w]|\w[*?]/iu

/** `Get-ChildItem -Recurse | Remove-Item`, `Get-Process | Stop-Process`: everything that is listed. */
const handedOn: Act = (input) => {
  const [[lister, ...words] = [], ...between] = stagesBefore(input)
  if (!LISTS.test(lister ?? '') || between.some(([stage]) => PICKS.test(stage ?? ''))) return NOTHING
  const isProcess = /^(?:get-process|gps|ps)$/iu.test(lister ?? '')
  return words.some((word) => word === null || NARROWS.test(word) || (isProcess && !word.startsWith('-')))
    ? NOTHING
    : [found('delete', 'high', 'Deletes or ends everything that is listed')]
}

/** What is in the trash can be taken back, but a home that is moved there is gone until then. */
const trashed: Act = (input, line) =>
  removal({ ...input, program: 'srm' }, line).filter(({ severity }) => severity === 'critical')

/** `gio remove`; `gio trash` can be undone. */
const trashless: Act = (input, line) => {
  const [verb, ...operands] = line.operands
  if (verb?.text === 'trash') return trashed(input, { ...line, operands })
  return verb?.text === 'remove' ? removal({ ...input, program: 'srm' }, { ...line, operands }) : NOTHING
}

const YES = /^y(?:es)?$/iu

/** `yes | terraform apply`: no person is asked. */
const unasked: Act = ({ pipeFrom }) => {
  const [program, word] = pipeFrom ?? []
  const answers = program === 'yes' || ((program === 'echo' || program === 'printf') && YES.test(word?.trim() ?? ''))
  return answers ? [found('iac', 'high', 'Changes the infrastructure without asking')] : NOTHING
}

/** `python3 -m http.server -d ~`: everybody who reaches the port can read it. */
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
/** Programs are often given the key that they use themselves, so a key file does not count. */
function isSecretFolder(word: string): boolean {
  return isSecret(word) && !/\.(?:pem|key|crt|p12|pfx)$/u.test(word)
}

const SHARED: ReadonlySet<string> = new Set(['root', 'system', 'home'])

const served: Act = (input, line) =>
  input.argv.includes('http.server') || input.argv.includes('-S') || input.argv.includes('httpd')
    ? servedHere(input, line)
    : NOTHING

const SERVED = /^\/(?:var\/www|srv\/(?:www|http)|usr\/share\/nginx)(?:\/|$)/u

/** `cp ~/.ssh/id_rsa /var/www/html/`: everybody can get it from the server. */
const putOnline: Act = (_input, line) => {
  const words = operandTexts(line)
  const secret = SERVED.test(words.at(-1) ?? '') ? words.slice(0, -1).find(isSecretFolder) : undefined
  return secret === undefined ? NOTHING : [found('exfiltration', 'high', `Puts ${secret} where a server offers it`)]
}

/** `alias sudo=x`. `alias sudo='sudo '` and `alias ssh='ssh -A'` still run the same program. */
const renamed: Act = ({ argv }) =>
  argv.some(
    (word) => /^(?:sudo|su|ssh|doas)=/u.test(word ?? '') && !/^(\w+)=\1(?: -[A-Za-z]{1,4})* ?$/u.test(word ?? ''),
  )
    ? [found('persistence', 'medium', 'Puts another command in the place of one that is trusted')]
    : NOTHING

/** gawk opens `/inet/tcp/0/host/port` as a connection. */
const connected: Act = (input) =>
  input.argv.some((word) => word?.includes('/inet/tcp/') === true)
    ? [found('remote-code', 'high', 'Connects a program to the network')]
    : NOTHING

/** What programs with these names may do. With `words`, only a command that has one of these words does it. */
export interface KnownAct {
  readonly names: string
  readonly act: Act
  readonly words?: readonly string[]
}

/** Functions from other files are called only when needed: most starts of the command line do without them. */
const ACTS: readonly KnownAct[] = [
  { names: 'rm grm srm unlink remove-item ri rimraf del-cli', act: removal },
  { names: 'remove-item ri stop-process spps', act: handedOn },
  { names: 'gio', act: trashless },
  { names: 'trash trash-put', act: trashed },
  { names: 'trash-empty', act: () => [found('delete', 'high', 'Deletes everything in the trash')] },
  { names: 'del erase rd rmdir', act: windowsRemoval },
  { names: 'shred wipe scrub', act: (input, line) => shred(input, line) },
  { names: 'find gfind bfs', act: (input) => foundAndRemoved(input) },
  {
    names: 'fd fdfind',
    act: (input) => foundByFd(input),
    words: ['rm', '/bin/rm', '/usr/bin/rm', 'grm', 'srm', 'shred', 'unlink'],
  },
  { names: 'chmod chown chgrp gchmod', act: permissions },
  { names: 'install ginstall', act: (input) => installedMode(input) },
  { names: 'mv gmv', act: movedAway },
  { names: 'git', act: (input, line) => gitPush(input, line), words: ['push'] },
  { names: 'git', act: (input, line) => gitFiles(input, line), words: ['restore', 'checkout', 'clean'] },
  { names: 'git', act: (input, line) => gitApply(input, line), words: ['apply'] },
  { names: 'git', act: (input, line) => gitFetch(input, line), words: ['fetch'] },
  { names: 'git', act: (input, line) => gitConfig(input, line), words: ['config'] },
  { names: 'cat', act: (input, line) => endlessCopy(input, line) },
  { names: 'head fallocate', act: (input) => giant(input) },
  { names: 'cp', act: (input, line) => emptied(input, line) },
  { names: 'cp mv ln install', act: putOnline },
  { names: 'tar gtar bsdtar unzip', act: (input) => unpacked(input) },
  { names: 'awk gawk', act: connected },
  { names: 'alias', act: renamed },
  { names: 'dd dcfldd', act: (input) => diskDump(input) },
  { names: 'kill', act: (input) => kill(input) },
  { names: 'rsync', act: mirror },
  { names: 'ssh', act: (input, line) => remoteScript(input, line) },
  { names: 'sftp ftp lftp tftp smbclient', act: (input, line) => transfer(input, line) },
  {
    names: 'curl http https xh wget invoke-restmethod irm invoke-webrequest iwr',
    act: (input) => request(input),
  },
  { names: 'terraform tofu terragrunt', act: unasked, words: ['apply'] },
  { names: 'pip pip3 npm brew gem', act: packagesListed, words: ['uninstall', 'rm', 'remove'] },
  { names: 'python python3 ruby php', act: served, words: ['http.server', '-S', 'httpd'] },
  {
    names: 'python python3 rails flask fly flyctl php',
    act: consoled,
    words: ['dbshell', 'shell', 'shell_plus', 'dbconsole', 'db', 'console', 'c', 'connect', 'tinker'],
  },
  { names: 'serve http-server httpd', act: servedHere },
  { names: 'docker podman nerdctl', act: (input) => mounted(input), words: ['run', 'create'] },
  { names: 'docker podman nerdctl', act: containersListed, words: ['rm', 'rmi', 'kill', 'stop'] },
  { names: 'redis-cli valkey-cli', act: keysListed },
  { names: 'sed gsed perl', act: (input) => editedAway(input) },
  { names: 'socat', act: socket },
  { names: 'yes', act: (input) => endless(input) },
  { names: 'truncate', act: (input, line) => truncation(input, line) },
  { names: 'mkswap mke2fs mkfs mkntfs mkdosfs newfs', act: makeFileSystem },
]

/** The acts known of a program. `mkfs.ext4`, `newfs_hfs` and similar share the acts of `mkfs` and `newfs`. */
export function actsOf(program: string): readonly KnownAct[] {
  const named = startsWith(program, 'mkfs.') ? 'mkfs' : startsWith(program, 'newfs_') ? 'newfs' : program
  const known = actsNamed(named)
  return known.length > 0 ? known : actsNamed(named.toLowerCase())
}

function actsNamed(name: string): readonly KnownAct[] {
  return ACTS.filter(({ names }) => isAmong(name, names))
}
