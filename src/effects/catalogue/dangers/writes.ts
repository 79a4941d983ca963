/**
 * Part of the danger catalogue: files whose overwriting destroys a disk, opens the machine to others or starts
 * something later.
 */

import type { Severity } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import type { DangerInput, Found } from './input.ts'
import { copiedTo, spelledOperand } from './copied.ts'
import { baseName, found } from './input.ts'
import { operandTexts } from './line.ts'
import type { Line } from './line.ts'
import { absolute, isBelow, isDevice, normalFolder } from './places.ts'

type Target = readonly [pattern: string, category: string, severity: Severity, why: string]

/** `~/` is any home; a trailing `*` stands for anything. */
const TARGETS: readonly Target[] = [
  ['/etc/sudoers*', 'system', 'high', 'Changes who may act as root'],
  ['/etc/passwd', 'system', 'high', 'Changes the accounts of the machine'],
  ['/etc/shadow', 'system', 'high', 'Changes the passwords of the machine'],
  ['/etc/group', 'system', 'high', 'Changes the groups of the machine'],
  ['/etc/pam.d/*', 'system', 'high', 'Changes how people log in'],
  ['/etc/ssh/*', 'system', 'high', 'Changes remote access'],
  ['/lib/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/usr/lib/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/etc/selinux/*', 'system', 'high', 'Changes mandatory access control'],
  ['/etc/ssl/*', 'system', 'high', 'Changes which certificates are trusted'],
  ['/usr/local/share/ca-certificates/*', 'system', 'high', 'Changes which certificates are trusted'],
  ['/usr/lib/*', 'system', 'high', 'Replaces a part of the system'],
  ['/lib/*', 'system', 'high', 'Replaces a part of the system'],
  ['/etc/hosts', 'system', 'medium', 'Changes where host names lead'],
  ['/etc/resolv.conf', 'system', 'medium', 'Changes where host names lead'],
  ['/etc/fstab', 'system', 'high', 'Changes which disks are mounted'],
  ['/etc/ld.so.preload', 'persistence', 'high', 'Loads code into every program'],
  ['/etc/ld.so.conf*', 'persistence', 'high', 'Loads code into every program'],
  ['/etc/cron*', 'persistence', 'high', 'Plans a command'],
  ['/var/spool/cron*', 'persistence', 'high', 'Plans a command'],
  ['/etc/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['~/.config/systemd/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/etc/init.d/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/etc/rc.d/*', 'persistence', 'high', 'Runs at every start'],
  ['~/.claude/*', 'persistence', 'medium', 'Changes what an agent runs'],
  ['/etc/rc.local', 'persistence', 'high', 'Runs at every start'],
  ['/etc/rc.common', 'persistence', 'high', 'Runs at every start'],
  ['/etc/profile*', 'persistence', 'high', 'Runs in every shell of everybody'],
  ['/etc/bash.bashrc', 'persistence', 'high', 'Runs in every shell of everybody'],
  ['/etc/zsh*', 'persistence', 'high', 'Runs in every shell of everybody'],
  ['/etc/environment', 'persistence', 'high', 'Changes the environment of everybody'],
  ['/etc/update-motd.d/*', 'persistence', 'high', 'Runs at every login'],
  ['/etc/udev/rules.d/*', 'persistence', 'high', 'Runs when devices appear'],
  ['/etc/polkit-1/*', 'system', 'high', 'Changes who may act as root'],
  ['/etc/initramfs-tools/*', 'persistence', 'high', 'Runs at every start'],
  ['/usr/share/dbus-1/*', 'persistence', 'high', 'Has a service start by itself'],
  ['/etc/apt/*', 'persistence', 'high', 'Changes where packages come from'],
  ['/etc/yum.repos.d/*', 'persistence', 'high', 'Changes where packages come from'],
  ['/etc/modules*', 'system', 'high', 'Changes which kernel modules load'],
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
  ['/etc/xdg/autostart/*', 'persistence', 'high', 'Runs at every login'],
  ['~/.config/autostart/*', 'persistence', 'high', 'Runs at every login'],
  ['~/.config/fish/*', 'persistence', 'high', 'Runs in every new shell'],
  ['~/.bash_history', 'system', 'medium', 'Overwrites the record of commands'],
  ['~/.zsh_history', 'system', 'medium', 'Overwrites the record of commands'],
  ['~/.ssh/*', 'persistence', 'high', 'Changes who may log in, or where connections lead'],
  ['~/.gnupg/*', 'persistence', 'high', 'Changes keys'],
  ['~/.pip/*', 'persistence', 'high', 'Changes where packages come from'],
  ['~/.config/pip/*', 'persistence', 'high', 'Changes where packages come from'],
  ['~/.cargo/config*', 'persistence', 'high', 'Changes where packages come from, or what builds run'],
  ['~/.tmux.conf', 'persistence', 'medium', 'Runs in every new terminal'],
  ['~/.npmrc', 'persistence', 'high', 'Changes where packages come from'],
  ['~/.pypirc', 'persistence', 'high', 'Changes where packages go'],
  ['~/.gitconfig', 'persistence', 'high', 'Has git run something at later commands'],
  ['~/.config/git/*', 'persistence', 'high', 'Has git run something at later commands'],
  ['~/.vimrc', 'persistence', 'medium', 'Runs in every editor'],
  ['~/.vim/*', 'persistence', 'medium', 'Runs in every editor'],
  ['~/.emacs*', 'persistence', 'medium', 'Runs in every editor'],
  ['~/.config/emacs/*', 'persistence', 'medium', 'Runs in every editor'],
  ['~/.config/nvim/*', 'persistence', 'medium', 'Runs in every editor'],
  ['~/.ipython/*', 'persistence', 'medium', 'Is loaded by every Python'],
  ['~/.gdbinit', 'persistence', 'medium', 'Runs in every debugger'],
  ['~/.screenrc', 'persistence', 'medium', 'Runs in every new terminal'],
  ['~/.curlrc', 'persistence', 'medium', 'Changes every download'],
  ['~/.wgetrc', 'persistence', 'medium', 'Changes every download'],
  ['~/.local/lib/python*', 'persistence', 'medium', 'Is loaded by every Python'],
  ['~/.local/share/applications/*', 'persistence', 'medium', 'Changes what files are opened with'],
  ['~/.codex/*', 'persistence', 'medium', 'Changes what an agent runs'],
  ['~/.inputrc', 'persistence', 'medium', 'Changes every new shell'],
  ['~/.xinitrc', 'persistence', 'high', 'Runs at every login'],
  ['~/.xprofile', 'persistence', 'high', 'Runs at every login'],
  ['~/.pam_environment', 'persistence', 'high', 'Changes the environment of every login'],
  ['~/.crontab', 'persistence', 'medium', 'Plans a command'],
]
const SHELL_FILES: ReadonlySet<string> = new Set(
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .login .logout .kshrc .cshrc .tcshrc .shrc .mkshrc config.fish'.split(
    ' ',
  ),
)

/** Programs that write their last operand; below, programs that write every operand. */
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
  'dcfldd',
  'dc3dd',
])
const IN_PLACE: ReadonlySet<string> = new Set(['sed', 'gsed', 'perl', 'awk', 'gawk', 'ruby'])
const DOWNLOADS: ReadonlySet<string> = new Set(['curl', 'wget', 'wget2'])
const NOTHING: readonly Found[] = []
const NOWHERE: readonly Watched[] = []
/**
 * Options that say where the download is saved; in a cluster, after letters that take no value (`-sSLo`). wget's `-nc`
 * counts as such a letter.
 */
const SAVED_BY_CURL = /^(?:--output(?:-dir)?(?:=|$)|-[afgGiIjJklLMnNOpqRsSvVZ#0-9]*o)/u
const SAVED_BY_WGET =
  /^(?:--(?:output-document|output-file|directory-prefix)(?:=|$)|-(?:[bcdEFhHkKLmNpqrSvVx46]|n[a-zA-Z])*[oOP])/u
const INTO_FOLDER = /^--(?:output-dir|directory-prefix)|^-\w*P$/u
const DASH = 0x2d

/** Redirections that overwrite such a file. */
export function redirected(input: DangerInput): readonly Found[] {
  return input.writes === undefined ? NOTHING : judged(input.writes, input)
}

/** Judges the operands and options of a program that writes files. */
export function dangerousOperands(input: DangerInput, line: Line): readonly Found[] {
  return judged(written(input, line), input)
}

/** Whether the program writes files that it is given. */
export function writesOperands(program: string): boolean {
  return (
    LAST.has(program) || EVERY.has(program) || IN_PLACE.has(program) || DOWNLOADS.has(program) || program === 'qemu-img'
  )
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
  if (LAST.has(program)) return copiedTo(input, line)
  const { spelled } = input
  const operands =
    spelled === undefined
      ? operandTexts(line)
      : line.operands.flatMap((operand) => spelledOperand(operand, spelled) ?? [])
  if (EVERY.has(program)) return operands.filter((word) => !startsWith(word, 'if=')).map(withoutKey)
  if (IN_PLACE.has(program)) return line.flags.has('-i') || line.flags.has('--in-place') ? operands : NO_TARGETS
  if (program === 'qemu-img') return input.argv.includes('convert') ? operands.slice(-1) : NO_TARGETS
  return DOWNLOADS.has(program) ? downloaded(input) : NO_TARGETS
}

const NO_TARGETS: readonly string[] = []

/** The file in dd's `of=file`. */
function withoutKey(word: string): string {
  return startsWith(word, 'of=') ? word.slice(3) : word
}

/** The files that a download is saved as; inside a folder it keeps its name. */
function downloaded({ argv, program }: DangerInput): readonly string[] {
  const out: string[] = []
  const saved = program === 'curl' ? SAVED_BY_CURL : SAVED_BY_WGET
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index]
    if (word == null || word.charCodeAt(0) !== DASH) continue
    const option = saved.exec(word)?.[0]
    if (option === undefined) continue
    const value = option.length < word.length ? word.slice(option.length) : argv[index + 1]
    if (typeof value !== 'string') continue
    const name = INTO_FOLDER.test(option)
      ? baseName(argv.find((one) => one?.includes('://') === true)) || 'x'
      : undefined
    out.push(name === undefined ? value : `${value}/${name}`)
  }
  return out
}

/** Files from which an editor, an agent, direnv or git takes commands. */
const RUN_LATER =
  /\/(?:\.husky\/[a-z-]+|\.claude\/hooks\/[^/]+|\.envrc|\.vscode\/(?:tasks|settings|launch)\.json|\.(?:claude|gemini|qwen)\/settings(?:\.local)?\.json|\.mcp\.json|\.cursor\/(?:mcp|hooks)\.json)$/u

/** Files from which a build server takes commands, with secrets at hand. */
const RUN_BY_CI = /\/(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci\/config\.yml)$/u

/** Folders where people put their own programs, which are found before those of the system. */
const SHADOWS =
  /\/(?:usr\/local\/s?bin|\.local\/bin|(?:home|Users)\/[^/]+\/bin)\/(?:sudo|su|doas|ssh|scp|ssh-agent|gpg|login|passwd|git|ls|cat|cp|mv|rm|ps|top|kill|find|grep|which|bash|sh|zsh|mount|systemctl|crontab)$/u

const STORED = /\/\.git\/(?:objects|refs|logs|HEAD|ORIG_HEAD|index|packed-refs)(?:\/|$)/u

const OTHER_HOME = /^\/(?:(?:home|Users)\/[^/]+|root)\//u

function writeDanger(path: string, input: DangerInput): Found | undefined {
  if (path !== '/proc/sysrq-trigger' && isDevice(path))
    return found('disk', 'critical', `Overwrites the device ${path}`)
  if (SHELL_FILES.has(baseName(path)) && isHomeFile(path, input))
    return found('persistence', 'high', 'Runs in every new shell')
  if ((includes(path, '/.git/hooks/') && !path.endsWith('.sample')) || path.endsWith('/.git/config'))
    return found('persistence', 'high', 'Has git run a program at later commands')
  if (includes(path, '/.') && RUN_LATER.test(path))
    return found('persistence', 'medium', 'Has an editor, an agent or git run something later')
  if (includes(path, '/.') && RUN_BY_CI.test(path)) return found('persistence', 'medium', 'Has CI run something later')
  if (includes(path, '/.git/') && STORED.test(path))
    return found('git-history', 'high', 'Changes the repository behind the back of git')
  if (SHADOWS.test(path))
    return found('persistence', 'high', 'Puts another program in the place of one that is trusted')
  const home = isBelow(path, input.home)
    ? normalFolder(input.home).length + 1
    : (OTHER_HOME.exec(path)?.[0].length ?? 0)
  const below = home > 0
  const text = path.slice(home)
  for (const { start, open, category, severity, why } of targetsIn(below ? '~' : path.slice(1, path.indexOf('/', 1)))) {
    if (open ? startsWith(text, start) : text === start) return found(category, severity, why)
  }
  return undefined
}

/** A target in the form in which it is compared: for a target at home, the text after `~/`. */
interface Watched {
  readonly start: string
  /** Anything may follow. */
  readonly open: boolean
  readonly category: string
  readonly severity: Severity
  readonly why: string
}

const byFolder = new Map<string, Watched[]>()

/** The targets below one folder of the root, or below `~`. */
function targetsIn(folder: string): readonly Watched[] {
  if (byFolder.size === 0) for (const target of TARGETS) enter(target)
  return byFolder.get(folder) ?? NOWHERE
}

function enter([pattern, category, severity, why]: Target): void {
  const home = startsWith(pattern, '~')
  const folder = home ? '~' : (pattern.split('/')[1] ?? '')
  const open = pattern.endsWith('*')
  const watched = { start: pattern.slice(home ? 2 : 0, open ? -1 : undefined), open, category, severity, why }
  const known = byFolder.get(folder)
  if (known === undefined) byFolder.set(folder, [watched])
  else known.push(watched)
}

function isHomeFile(path: string, input: DangerInput): boolean {
  return isBelow(path, input.home) || /^\/(?:home\/[^/]+|Users\/[^/]+|root|etc(?:\/skel)?)\//u.test(path)
}
