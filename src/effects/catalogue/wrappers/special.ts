/** Part of the wrapper catalogue: the few wrappers that no table describes. */

import { readEnv } from './env.ts'
import { gluedTo, isShortened, valuesIn } from './options.ts'
import { readPrefix } from './prefix.ts'
import type { Prefix } from './prefix.ts'
import {
  innerArgv,
  innerEvaluated,
  innerFile,
  innerInput,
  innerScript,
  innerStdin,
  joined,
  isStdinFile,
} from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** `busybox rm x`: the first operand is the program. */
const readMultiplexer: Reader = (argv) => {
  const [, applet] = argv
  if (applet === undefined || applet?.startsWith('-') === true) return []
  return [innerArgv(argv.slice(1), { at: 1 })]
}

/** `coreutils --coreutils-prog=rm x`. */
const readCoreutils: Reader = (argv) => {
  const word = argv[1]
  if (typeof word !== 'string') return word === null ? [innerArgv([null])] : []
  const sign = word.startsWith('--coreutils-prog') ? word.indexOf('=') : -1
  if (sign < 0) return word.startsWith('-') ? [] : [innerArgv(argv.slice(1), { at: 1 })]
  return [innerArgv([word.slice(sign + 1), ...argv.slice(2)])]
}

const LOADER: Prefix = {
  options:
    '--argv0= --library-path= --inhibit-rpath= --inhibit-cache --preload= --audit= --glibc-hwcaps-prepend= --glibc-hwcaps-mask= ~--list ~--verify ~--list-tunables ~--list-diagnostics ~--help ~--version',
}

const SSH_OPTIONS: Prefix = {
  operands: 1,
  late: true,
  script: true,
  shell: true,
  elsewhere: 'remote',
  options:
    '-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -tt -V -v -vv -vvv -X -x -Y -y -B= -b= -c= -D= -E= -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -P= -p= -Q= -R= -S= -W= -w=',
}
const MOSH: Prefix = {
  operands: 1,
  after: true,
  elsewhere: 'remote',
  shell: true,
  options: '--client= --server= --predict= -a -n --ssh= -p= --port=',
}

/** `script [options] [file [command]]` and `script -c 'command'`. */
const SCRIPT: Prefix = {
  operands: 1,
  late: true,
  shell: true,
  after: true,
  options:
    '-a --append -c@ --command@ -e --return -f --flush --force -q --quiet -E= --echo= -I= --log-in= -O= --log-out= -B= --log-io= -T= --log-timing= -t=? -m= -o= -k -r -F= ~-h ~-V',
}

/** `at`, `batch`: commands from the standard input or from a file. */
const readAt: Reader = (argv, program) => {
  if (argv.some((word) => word === '-l' || word === '-r' || word === '-d' || word === '-c')) return []
  // Older versions print their version and go on.
  if (program === 'at' && argv[1] === '-V' && argv.length === 2) return []
  const file = argv.indexOf('-f')
  const name = argv[file + 1] ?? null
  return [file < 0 || isStdinFile(name) ? innerStdin('sh') : innerFile(name, 'sh')]
}

/** `nix-shell --run 'command'`. */
const readNixShell: Reader = (argv) => {
  const out: Unwrapped[] = []
  argv.forEach((word, index) => {
    if (word === '--run' || word === '--command') out.push(innerScript(argv[index + 1] ?? null, 'bash'))
  })
  return out.length > 0 ? out : [innerStdin('bash')]
}

/** `nix run nixpkgs#name -- words`: the program that runs has the name of its package. */
const readNixRun: Reader = (argv) => {
  const at = argv.indexOf('run')
  const name = at < 0 ? undefined : argv.slice(at).find((word) => word?.includes('#') === true)
  const dashes = argv.indexOf('--')
  const words = dashes < 0 ? [] : argv.slice(dashes + 1)
  return name == null ? [] : [innerArgv([name.replace(/^.*[#.]|\^.*$/gu, ''), ...words], { guess: true })]
}

/** Builtins with an option whose value is shell text: `mapfile -C`, `complete -C`, `fc -e`. */
function evaluating(usage: string): Reader {
  return (argv) =>
    valuesIn(argv, usage).flatMap(({ option, value }) => (option.kind === 'script' ? [innerScript(value, 'bash')] : []))
}

/** `mix do compile, cmd rm x`, `mix do compile + cmd rm x` */
const readMix: Reader = (argv) => {
  if (!argv.includes('do')) return []
  const starts = [...argv.keys()].filter((at) => argv[at] === 'cmd' && /(?:^\+|,)$/u.test(argv[at - 1] ?? ''))
  return starts.map((at) => innerArgv(argv.slice(at + 1), { guess: true, at: at + 1 }))
}

/** `uv run -`: what it reads is Python. After the name of a program, the dash belongs to that program. */
const readUv: Reader = (argv) => {
  const [run, at] = [argv.indexOf('run'), argv.indexOf('-')]
  const isOwn = run > 0 && argv.slice(run + 1, at).every((word) => word?.startsWith('-') === true)
  return at > run && isOwn ? [innerInput('Python')] : []
}

/** `fc -s`, `fc 5`: runs commands of the history again, unless it lists them. */
const readHistory: Reader = (argv) =>
  argv.some((word) => word !== null && /^-[a-z]*l/u.test(word))
    ? []
    : [...evaluating('-e@ -l -n -r -s')(argv, 'fc'), innerEvaluated('runs a command of the history again')]

/** `adb shell …`: the verb is one word, and a remote shell reads the words after it. */
function remoteVerb(...verbs: readonly string[]): Reader {
  return (argv) => {
    const at = argv.findIndex((word) => word !== null && verbs.includes(word))
    if (at < 0) return []
    const words = argv.slice(at + 1)
    return [
      words.length === 0
        ? innerStdin('sh', { elsewhere: 'remote' })
        : innerScript(joined(words), 'sh', { elsewhere: 'remote' }),
    ]
  }
}

/**
 * `gdb --args program …`, `xterm -e program …`: the command is glued to a switch, or consists of all words after it.
 */
function restAfter(...switches: readonly string[]): Reader {
  return (argv) => {
    const at = argv.findIndex((word) => word !== null && switches.some((one) => word === one || isShortened(word, one)))
    const glued = gluedTo(argv[at] ?? '')
    if (glued !== undefined) return [innerScript(glued, 'sh')]
    if (at < 0 || at + 1 >= argv.length) return []
    const rest = argv.slice(at + 1)
    const out: Unwrapped[] = [innerArgv(rest, { at: at + 1 })]
    if (rest.length === 1 && typeof rest[0] === 'string' && rest[0].includes(' ')) out.push(innerScript(rest[0], 'sh'))
    return out
  }
}

const ANSIBLE =
  '-m= --module-name= -a= --args= -i= --inventory= --inventory-file= -l= --limit= -e= --extra-vars= -f= --forks= -M= --module-path= -u= --user= -c= --connection= -T= --timeout= -B= --background= -P= --poll= -t= --tree= --become-method= --become-user= --become-password-file= --connection-password-file= --private-key= --key-file= --playbook-dir= --task-timeout= --ssh-common-args= --ssh-extra-args= --sftp-extra-args= --scp-extra-args= --vault-id= --vault-password-file= --vault-pass-file= -b --become -K --ask-become-pass -k --ask-pass -J --ask-vault-password -C --check -D --diff -o --one-line -v --list-hosts --version -h --help'

const RUNNING_MODULES = new Set(['command', 'shell', 'raw', 'win_command', 'win_shell', 'expect'])

/** `ansible all -m shell -a 'command'`: a module may be given in several ways; all of them are read. */
const readAnsible: Reader = (argv) => {
  const given = valuesIn(argv, ANSIBLE)
  const last = (...names: readonly string[]) => given.findLast(({ option }) => names.includes(option.name))?.value
  const [module, text] = [last('-m', '--module-name'), last('-a', '--args')]
  if (text === undefined) return []
  const runs = module == null || RUNNING_MODULES.has(module.slice(module.lastIndexOf('.') + 1))
  const scripts = runs ? [text, ...(text === null ? [] : moduleCommands(text))] : []
  return scripts.map((script) => innerScript(script, 'sh', { elsewhere: 'remote' }))
}

/** `chdir=/x rm y`, `cmd="rm y" chdir=/x`, `{"argv": ["rm", "y"]}`. */
function moduleCommands(text: string): readonly string[] {
  const bare = text.replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/u, '')
  const named = Array.from(
    text.matchAll(/\b(?:cmd|command|argv|_raw_params)["']?\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|\[([^\]]*)\]|(.+))/gu),
    ([, double, single, list, rest]) =>
      double ?? single ?? list?.replaceAll(/["',]+/gu, ' ') ?? rest?.replaceAll(',', ' ') ?? '',
  )
  return [...(bare === text ? [] : [bare]), ...named]
}

/** `capsh [options] -- arguments`: bash, or the shell that is named, receives the words after the dashes. */
const readCapsh: Reader = (argv) => {
  const at = argv.findIndex((word) => word === null || word === '--' || word === '-+' || word === '==')
  const shell = argv.find((word) => word?.startsWith('--shell=') === true)?.slice(8) ?? 'bash'
  return at < 0 ? [] : [innerArgv([argv[at] === '==' ? 'capsh' : shell, ...argv.slice(at + 1)])]
}

function prefix(spec: Prefix): Reader {
  return (argv) => readPrefix(spec, argv, 1)
}

/** `xterm -e rm x`, `kitty rm x`: the command follows a switch, or the options. */
const readTerminal: Reader = (argv, program) => [
  ...restAfter('-e', '-x', '--command', '--')(argv, program),
  ...readPrefix({ optional: ['start'] }, argv, 1),
]

const TERMINALS = [
  'gnome-terminal',
  'xterm',
  'uxterm',
  'alacritty',
  'kitty',
  'konsole',
  'foot',
  'urxvt',
  'st',
  'xfce4-terminal',
  'lxterminal',
  'terminator',
  'wezterm',
]

const ORB: Prefix = {
  optional: ['run'],
  elsewhere: 'container',
  options: '-m= --machine= -u= --user= -p --path -s --shell -w= --workdir=',
}
const ORB_VERBS = new Set(
  `clone completion config create debug default delete docker doctor export help import info k8s list logs pull push rename
  reset restart shell ssh start stop update version`.split(/\s+/u),
)

/** `orb rm x`: what is no subcommand of its own runs in the machine. */
const readOrb: Reader = (argv) => (ORB_VERBS.has(argv[1] ?? '') ? [] : readPrefix(ORB, argv, 1))

const CONTEXT = '-c --compute -t= --type= -u= --user= -r= --role= -l= --range= ~--help ~--version'

/** `runcon context rm x`, `runcon -t type rm x`: if it has one of its options, no context stands before the command. */
const readRuncon: Reader = (argv) =>
  readPrefix({ operands: argv[1]?.startsWith('-') === true ? 0 : 1, options: CONTEXT }, argv, 1)

export const SPECIAL_READERS: readonly (readonly [string, Reader])[] = [
  ['busybox', readMultiplexer],
  ['shx', readMultiplexer],
  ...['toybox', 'uutils', 'sbase-box', 'ubase-box'].map((name): [string, Reader] => [name, readMultiplexer]),
  ['coreutils', readCoreutils],
  ['ld-linux', prefix(LOADER)],
  ['env', readEnv],
  ['genv', readEnv],
  ['ssh', prefix(SSH_OPTIONS)],
  ['autossh', prefix({ ...SSH_OPTIONS, options: `${SSH_OPTIONS.options ?? ''} -M=` })],
  ...['slogin', 'dbclient', 'sshrc'].map((name): [string, Reader] => [name, prefix(SSH_OPTIONS)]),
  ['rsh', prefix(SSH_OPTIONS)],
  ['plink', prefix({ ...SSH_OPTIONS, options: '-ssh -batch -P= -l= -pw= -i= -agent -noagent -m= -T -t -v -C' })],
  ['mosh', prefix(MOSH)],
  ['dsh', prefix({ script: true, elsewhere: 'remote', options: '-m= -g= -f= -r= -o= -F= -a -c -w -M -q -v' })],
  ['pdsh', prefix({ script: true, elsewhere: 'remote', options: '-w= -x= -g= -l= -R= -f= -t= -u= -b -S -a -A' })],
  ['clush', prefix({ script: true, elsewhere: 'remote', options: '-w= -x= -g= -l= -f= -t= -u= -b -B -S -a -q -v' })],
  ['script', prefix(SCRIPT)],
  ['runcon', readRuncon],
  ['capsh', readCapsh],
  ['at', readAt],
  ['batch', readAt],
  ['mix', readMix],
  ['uv', readUv],
  ['nix', readNixRun],
  ['nix-shell', readNixShell],
  ['mapfile', evaluating('-C@ -c= -d= -n= -O= -s= -u= -t')],
  ['readarray', evaluating('-C@ -c= -d= -n= -O= -s= -u= -t')],
  ['complete', evaluating('-C@ -F@ -A= -G= -W= -P= -S= -X= -o= -a -b -c -d -e -f -g -j -k -s -u -v -p -r -D -E -I')],
  ['compgen', evaluating('-C@ -F@ -W@ -A= -G= -P= -S= -X= -o= -V= -a -b -c -d -e -f -g -j -k -s -u -v')],
  ['fc', readHistory],
  ['adb', remoteVerb('shell', 'exec-out', 'exec-in')],
  ['gdb', restAfter('--args', '-args', '-arg')],
  ['lldb', restAfter('--')],
  ['cgdb', restAfter('--args')],
  [
    'wsl',
    prefix({
      elsewhere: 'container',
      options: '-d= --distribution= -u= --user= --cd= -e --exec --shell-type= ~-l ~--list',
    }),
  ],
  ['orb', readOrb],
  ['orbctl', readOrb],
  ['ansible', readAnsible],
  ...TERMINALS.map((name): [string, Reader] => [name, readTerminal]),
]
