/** Part of the danger catalogue: files whose overwriting destroys a disk, opens the machine or starts something later. */

import type { Severity } from '../../../engine/effect.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found } from './input.ts'
import type { Line } from './line.ts'
import { absolute, isDevice } from './places.ts'

type Target = readonly [pattern: string, category: string, severity: Severity, why: string]

/** `~/` is any home; a trailing `*` stands for anything. */
const TARGETS: readonly Target[] = [
  ['/etc/sudoers*', 'system', 'high', 'Changes who may act as root'],
  ['/etc/passwd', 'system', 'high', 'Changes the accounts of the machine'],
  ['/etc/shadow', 'system', 'high', 'Changes the passwords of the machine'],
  ['/etc/group', 'system', 'high', 'Changes the groups of the machine'],
  ['/etc/pam.d/*', 'system', 'high', 'Changes how people log in'],
  ['/etc/ssh/*', 'system', 'high', 'Changes remote access'],
  ['/etc/hosts', 'system', 'medium', 'Changes where host names lead'],
  ['/etc/resolv.conf', 'system', 'medium', 'Changes where host names lead'],
  ['/etc/fstab', 'system', 'high', 'Changes which disks are mounted'],
  ['/etc/ld.so.preload', 'persistence', 'high', 'Loads code into every program'],
  ['/etc/ld.so.conf*', 'persistence', 'high', 'Loads code into every program'],
  ['/etc/cron*', 'persistence', 'high', 'Plans a command'],
  ['/var/spool/cron*', 'persistence', 'high', 'Plans a command'],
  ['/etc/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/lib/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/usr/lib/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['~/.config/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/etc/init.d/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/etc/rc.local', 'persistence', 'high', 'Runs at every start'],
  ['/etc/rc.common', 'persistence', 'high', 'Runs at every start'],
  ['/etc/profile*', 'persistence', 'high', 'Runs in every shell of everybody'],
  ['/etc/bash.bashrc', 'persistence', 'high', 'Runs in every shell of everybody'],
  ['/etc/zsh*', 'persistence', 'high', 'Runs in every shell of everybody'],
  ['/etc/environment', 'persistence', 'high', 'Changes the environment of everybody'],
  ['/etc/update-motd.d/*', 'persistence', 'high', 'Runs at every login'],
  ['/etc/udev/rules.d/*', 'persistence', 'high', 'Runs when devices appear'],
  ['/etc/apt/*', 'persistence', 'high', 'Changes where packages come from'],
  ['/etc/yum.repos.d/*', 'persistence', 'high', 'Changes where packages come from'],
  ['/etc/modprobe.d/*', 'system', 'high', 'Changes which kernel modules load'],
  ['/etc/sysctl*', 'system', 'high', 'Changes the kernel'],
  ['/proc/sys/*', 'system', 'high', 'Changes the running kernel'],
  ['/proc/sysrq-trigger', 'system', 'critical', 'Crashes or restarts the machine at once'],
  ['/sys/*', 'system', 'high', 'Changes the running kernel'],
  ['/boot/*', 'system', 'high', 'Changes what the machine starts'],
  ['/usr/bin/*', 'system', 'high', 'Replaces a program of the system'],
  ['/usr/sbin/*', 'system', 'high', 'Replaces a program of the system'],
  ['/bin/*', 'system', 'high', 'Replaces a program of the system'],
  ['/sbin/*', 'system', 'high', 'Replaces a program of the system'],
  ['/var/log/*', 'system', 'high', 'Overwrites logs'],
  ['/Library/LaunchDaemons/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/Library/LaunchAgents/*', 'persistence', 'high', 'Has a service start by itself'],
  ['~/Library/LaunchAgents/*', 'persistence', 'high', 'Has a service start by itself'],
  ['~/.config/autostart/*', 'persistence', 'high', 'Runs at every login'],
  ['~/.config/fish/*', 'persistence', 'high', 'Runs in every new shell'],
  ['~/.bash_history', 'system', 'medium', 'Overwrites the record of commands'],
  ['~/.zsh_history', 'system', 'medium', 'Overwrites the record of commands'],
  ['~/.ssh/*', 'persistence', 'high', 'Changes who may log in, or where connections lead'],
  ['~/.gnupg/*', 'persistence', 'high', 'Changes keys'],
  ['~/.npmrc', 'persistence', 'high', 'Changes where packages come from'],
  ['~/.pypirc', 'persistence', 'high', 'Changes where packages go'],
  ['~/.gitconfig', 'persistence', 'high', 'Has git run something at later commands'],
  ['~/.config/git/*', 'persistence', 'high', 'Has git run something at later commands'],
  ['~/.vimrc', 'persistence', 'medium', 'Runs in every editor'],
  ['~/.inputrc', 'persistence', 'medium', 'Changes every new shell'],
  ['~/.xinitrc', 'persistence', 'high', 'Runs at every login'],
  ['~/.xprofile', 'persistence', 'high', 'Runs at every login'],
  ['~/.pam_environment', 'persistence', 'high', 'Changes the environment of every login'],
  ['~/.crontab', 'persistence', 'medium', 'Plans a command'],
]
const SHELL_FILES: ReadonlySet<string> = new Set(
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .shrc .mkshrc config.fish'.split(
    ' ',
  ),
)

/** Programs that write their last operand, or every operand. */
const LAST: ReadonlySet<string> = new Set([
  'cp',
  'mv',
  'ln',
  'install',
  'rsync',
  'scp',
  'gcp',
  'ginstall',
  'link',
  'ditto',
])
const EVERY: ReadonlySet<string> = new Set([
  'tee',
  'truncate',
  'touch',
  'sponge',
  'shred',
  'patch',
  'vim',
  'vi',
  'nano',
  'ed',
  'ex',
  'dd',
])
const IN_PLACE: ReadonlySet<string> = new Set(['sed', 'gsed', 'perl', 'awk', 'gawk', 'ruby'])
const DOWNLOADS: ReadonlySet<string> = new Set(['curl', 'wget', 'wget2'])
const NOTHING: readonly Found[] = []
const NOWHERE: readonly Target[] = []
const OUTPUT_FLAGS = ['-o', '-O', '--output', '--output-document']

/** Redirections that overwrite such a file. */
export function redirected(input: DangerInput): readonly Found[] {
  return input.writes === undefined ? NOTHING : judged(input.writes, input)
}

/** Operands and options that do. */
export function dangerousOperands(input: DangerInput, line: Line): readonly Found[] {
  return writesOperands(input.program) ? judged(written(input, line), input) : NOTHING
}

/** The program writes files that it is given. */
export function writesOperands(program: string): boolean {
  return LAST.has(program) || EVERY.has(program) || IN_PLACE.has(program) || DOWNLOADS.has(program)
}

function judged(targets: readonly string[], input: DangerInput): readonly Found[] {
  const out: Found[] = []
  for (const target of targets) {
    const danger = writeDanger(absolute(target, input), input)
    if (danger !== undefined) out.push(danger)
  }
  return out
}

function written(input: DangerInput, line: Line): readonly string[] {
  const { program } = input
  const operands = line.operands.flatMap(({ text }) => (text === null ? [] : [text]))
  if (LAST.has(program))
    return line.flags.has('-t') ? operands : operands.slice(-1).flatMap((to) => intoFolder(to, operands))
  if (EVERY.has(program))
    return operands
      .map((word) => (word.startsWith('of=') ? word.slice(3) : word))
      .filter((word) => !word.startsWith('if='))
  if (IN_PLACE.has(program)) return line.flags.has('-i') || line.flags.has('--in-place') ? operands : []
  if (!DOWNLOADS.has(program)) return []
  return input.argv.flatMap((word, index) => {
    if (word === null) return []
    const glued = OUTPUT_FLAGS.find((flag) => word.startsWith(`${flag}=`))
    if (glued !== undefined) return [word.slice(glued.length + 1)]
    const next = input.argv[index + 1]
    return OUTPUT_FLAGS.includes(word) && typeof next === 'string' ? [next] : []
  })
}

/** A copy into a folder writes files of the sources' names there. */
function intoFolder(to: string, operands: readonly string[]): readonly string[] {
  if (!to.endsWith('/')) return [to]
  return [to, ...operands.slice(0, -1).map((from) => to + baseName(from))]
}

function writeDanger(path: string, input: DangerInput): Found | undefined {
  if (path !== '/proc/sysrq-trigger' && isDevice(path))
    return found('disk', 'critical', `Overwrites the device ${path}`)
  if (SHELL_FILES.has(baseName(path)) && isHomeFile(path, input))
    return found('persistence', 'high', 'Runs in every new shell')
  if (path.includes('/.git/hooks/') && !path.endsWith('.sample'))
    return found('persistence', 'high', 'Has git run a program at later commands')
  const home = `${absolute('~', input)}/`
  const tail = path.startsWith(home) ? path.slice(home.length) : undefined
  const folder = tail === undefined ? path.slice(1, path.indexOf('/', 1)) : '~'
  for (const [pattern, category, severity, why] of targetsIn(folder)) {
    const text = tail ?? path
    const wanted = tail === undefined ? pattern : pattern.slice(2)
    if (wanted.endsWith('*') ? text.startsWith(wanted.slice(0, -1)) : text === wanted)
      return found(category, severity, why)
  }
  return undefined
}

const byFolder = new Map<string, Target[]>()

/** The targets below one folder of the root, or below `~`. */
function targetsIn(folder: string): readonly Target[] {
  if (byFolder.size > 0) return byFolder.get(folder) ?? NOWHERE
  for (const target of TARGETS) {
    const [pattern] = target
    const place = pattern.startsWith('~') ? '~' : (pattern.split('/')[1] ?? '')
    const targets = byFolder.get(place)
    if (targets === undefined) byFolder.set(place, [target])
    else targets.push(target)
  }
  return byFolder.get(folder) ?? NOWHERE
}

function isHomeFile(path: string, input: DangerInput): boolean {
  return (
    path.startsWith(`${absolute('~', input)}/`) || /^\/(?:home\/[^/]+|Users\/[^/]+|root|etc(?:\/skel)?)\//u.test(path)
  )
}
