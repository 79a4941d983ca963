/**
 * Part of the wrapper catalogue: commands under another name. Some programs have tools of their own for what others do
 * (`cmake -E rm x`); some keep a command for later, under a name or in a setting (`gh alias set co '!rm x'`).
 */

import type { Word } from '../../../engine/effect.ts'
import { startsWith } from '../../code-at.ts'
import { findProgram } from '../programs.ts'
import { readBy } from '../read.ts'
import { isUsual } from './carriers.ts'
import { isGitCommand } from './git-commands.ts'
import { innerArgv, innerEvaluated, innerInput, innerScript, joined, NOTHING, isStdinFile } from './unwrapped.ts'
import type { Reader, Unwrapped } from './unwrapped.ts'

/** The tools of `cmake -E`, each with the command that does the same with the same words. */
const CMAKE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  cat: ['cat'],
  compare_files: ['cmp'],
  copy: ['cp'],
  copy_directory: ['cp', '-r'],
  copy_directory_if_different: ['cp', '-r'],
  copy_if_different: ['cp'],
  copy_if_newer: ['cp'],
  create_hardlink: ['ln'],
  create_symlink: ['ln', '-s'],
  make_directory: ['mkdir', '-p'],
  md5sum: ['md5sum'],
  remove: ['rm'],
  remove_directory: ['rm', '-r'],
  rename: ['mv'],
  rm: ['rm'],
  sha1sum: ['sha1sum'],
  sha256sum: ['sha256sum'],
  sha512sum: ['sha512sum'],
  tar: ['tar'],
  touch: ['touch'],
  touch_nocreate: ['touch', '-c'],
}

/** Settings of cmake that name a program. */
const CMAKE_PROGRAM = /^-D\w*(?:COMPILER|LAUNCHER|PROGRAM|EXECUTABLE|COMMAND|LINKER)(?::\w+)?=(.+)$/su

const readCmake: Reader = (argv) => {
  const script = argv.indexOf('-P')
  if (script > 0 && isStdinFile(argv[script + 1] ?? '')) return [innerInput('CMake')]
  const at = argv.indexOf('-E')
  const native = argv.includes('--build') ? argv.indexOf('--') : -1
  if (native > 0) return [innerArgv(['make', ...argv.slice(native + 1)], { guess: true })]
  if (at < 0)
    return argv.flatMap((word) => {
      const program = word === null ? undefined : CMAKE_PROGRAM.exec(word)?.[1]
      return program === undefined ? [] : [innerScript(program, 'sh', { guess: true })]
    })
  const tool = argv[at + 1]
  if (tool === null) return [innerEvaluated('the tool of cmake is computed')]
  const same = tool !== undefined && Object.hasOwn(CMAKE_TOOLS, tool) ? CMAKE_TOOLS[tool] : undefined
  return same === undefined ? NOTHING : [innerArgv([...same, ...argv.slice(at + 2)])]
}

/**
 * `gh alias set name expansion`: an expansion that begins with `!`, or comes with `--shell`, is for a shell; `-` means
 * that it is read from the input.
 */
const readAliases: Reader = (argv, program) => {
  const words = argv.slice(1)
  const given = words.filter((word) => word === null || word === '-' || !startsWith(word, '-'))
  if (given[0] !== 'alias' || (given[1] !== 'set' && given[1] !== 'import')) return NOTHING
  if (given[1] === 'import') return [innerEvaluated('takes what its aliases run from a file')]
  const expansion = given[3]
  if (expansion === undefined) return NOTHING
  return aliased(program, expansion, words.includes('--shell') || words.includes('-s'))
}

function aliased(program: string, expansion: Word, shell: boolean): readonly Unwrapped[] {
  if (expansion === '-') return [innerInput('alias')]
  if (expansion === null || shell) return [innerScript(expansion, 'sh')]
  return startsWith(expansion, '!')
    ? [innerScript(expansion.slice(1), 'sh')]
    : [innerArgv([program, ...expansion.split(/\s+/u)])]
}

const CONFIGS = /^--config(?:-option|-toml)?(?:=(.*))?$/su

/** A setting whose value certainly is a command. */
const CERTAINLY =
  /(?:^|[._-])(?:alias\..*|pager|editor|wrapper|linker|runner|rustc|rustdoc|program|diff(?:3)?-cmd|tool)$/u

/**
 * `hg --config alias.x='!rm y' x`, `cargo --config 'build.rustc-wrapper="rm"'`: a setting that may be a command. If its
 * name says that it is one, a rule for the program does not cover it.
 */
const readConfig: Reader = (argv, program) =>
  argv.flatMap((word, at) => {
    const found = word === null ? null : CONFIGS.exec(word)
    const setting = found === null ? undefined : (found[1] ?? argv[at + 1])
    if (setting === null) return [innerEvaluated('a setting is computed')]
    const equals = setting?.indexOf('=') ?? -1
    const value =
      equals < 0
        ? undefined
        : setting
            ?.slice(equals + 1)
            .replace(/^[\s"'!]+/u, '')
            .replace(/["']$/u, '')
    if (value === undefined || value === '') return []
    const isNamed = CERTAINLY.test(setting?.slice(0, equals) ?? '') && !isUsual(value, program)
    return [innerScript(value, 'sh', { guess: true, lent: isNamed || undefined })]
  })

/** `npm pkg set scripts.x='rm y'`: the command that `npm run x` will run. */
const readScripts: Reader = (argv) => {
  if (argv[1] === 'set-script') return [innerScript(argv[3] ?? null, 'sh', { guess: true })]
  if (!argv.some((word) => word !== null && startsWith(word, 'scripts.'))) return NOTHING
  return argv.flatMap((word) => {
    const script = word === null ? undefined : /^scripts\.[^=]*=(.*)$/su.exec(word)?.[1]
    return script === undefined ? [] : [innerScript(script, 'sh', { guess: true })]
  })
}

/** Settings that hold a command, by the program that keeps them: the words before their name, and their names. */
const KEPT: Readonly<Record<string, readonly [verbs: RegExp, names: RegExp]>> = {
  npm: [/^(?:(?:config|c) )?set$/u, /^(?:script-shell|shell|editor|browser|viewer|git)$/u],
  pnpm: [/^(?:config |c )?set$/u, /^(?:script-shell|shell)$/u],
  gh: [/^config set$/u, /^(?:pager|editor|browser)$/u],
  glab: [/^config set$/u, /^(?:glab_pager|pager|editor|browser)$/u],
  go: [/^env$/u, /^(?:CC|CXX|FC|AR|PKG_CONFIG|GCCGO|GOFLAGS)$/u],
}

/**
 * `npm config set script-shell rm`, `gh config set pager 'rm x'`, `go env -w CC=rm`: the command will run in place of a
 * shell, a pager or a compiler.
 */
const readKept: Reader = (argv, program) => {
  const row = Object.hasOwn(KEPT, program) ? KEPT[program] : undefined
  if (row === undefined) return NOTHING
  const words = argv.slice(1).filter((word) => word === null || !startsWith(word, '-'))
  const verbs = [1, 2].find((count) => row[0].test(words.slice(0, count).join(' ')))
  if (verbs === undefined) return NOTHING
  return words.slice(verbs).flatMap((word, at, rest) => {
    const [name = '', ...value] = word?.split('=') ?? []
    if (!row[1].test(name)) return []
    // `go env CC` only prints the setting.
    const command = value.length > 0 ? value.join('=') : program === 'go' ? undefined : rest[at + 1]
    if (command === undefined) return []
    return name === 'GOFLAGS' ? flagsOfGo(command) : [innerScript(command, 'sh', { guess: true })]
  })
}

/** `-toolexec=rm`: flags that go will be given each time. */
function flagsOfGo(flags: Word): readonly Unwrapped[] {
  return flags === null
    ? [innerEvaluated('flags of go are computed')]
    : [innerArgv(['go', 'build', ...flags.split(/\s+/u)], { guess: true })]
}

/** `cc -wrapper rm,x`: the command that starts each tool of the compiler; `-fuse-ld=/bin/rm`: the linker. */
const readCompiler: Reader = (argv) =>
  argv.flatMap((word, at) => {
    if (word === '-wrapper') return [{ ...innerArgv(argv[at + 1]?.split(',') ?? [null]), lent: true as const }]
    const linker = word === null ? undefined : /^(?:-fuse-ld|--ld-path)=(\/.*)$/su.exec(word)?.[1]
    return linker === undefined ? [] : [{ ...innerArgv([linker, null], { many: true }), lent: true as const }]
  })

const COMPILERS = 'cc c++ cpp gcc g++ gfortran gnat clang clang++'.split(' ')

/** `zargs -- x -- rm`: zsh's version of `xargs`, for the words before the last `--`. */
const readZargs: Reader = (argv) => {
  const at = argv.lastIndexOf('--')
  return at < 1 ? NOTHING : [innerArgv([...argv.slice(at + 1), null], { many: true })]
}

/** The programs that the module `zsh/files` has built in, under names that hide no other command. */
const ZSH_FILES = 'chgrp chmod chown ln mkdir mv rm rmdir sync'.split(' ')

const readZshFile: Reader = (argv, program) => [innerArgv([program.slice(3), ...argv.slice(1)])]

/**
 * GNU's programs under the names they have on other systems: `grm`, `gcat`. Those that can be told to run others are
 * left out.
 */
const GNU =
  `base64 cat chgrp chmod chown cp cut date dd grep head install kill link ln ls md5sum mkdir mkfifo mknod mktemp mv nl od paste
  readlink realpath rm rmdir seq sha256sum shred split stat tac tail tee touch tr truncate uniq unlink wc`.split(/\s+/u)

const readGnu: Reader = (argv, program) => [innerArgv([program.slice(1), ...argv.slice(1)])]

/** `hub push`: git's commands, next to its own. */
const readHub: Reader = (argv) =>
  argv.some((word) => word === null || isGitCommand(word)) ? [innerArgv(['git', ...argv.slice(1)])] : NOTHING

/** Subcommands that pass the words after them to another program. */
const HANDED: Readonly<Record<string, readonly [sub: string, program: string]>> = {
  brew: ['ruby', 'ruby'],
  jj: ['git', 'git'],
  minikube: ['kubectl', 'kubectl'],
  pass: ['git', 'git'],
  vcsh: ['', 'git'],
}

const readHanded: Reader = (argv, program) => {
  const [sub, other] = HANDED[program] ?? ['', '']
  const at = sub === '' ? 1 : argv.indexOf(sub)
  const from = argv[at + 1] === '--' ? at + 2 : at + 1
  return at < 1 ? NOTHING : [innerArgv([other, ...argv.slice(from)], { guess: true })]
}

/**
 * Programs that take the words of another, and do with them what it does. (`docker-compose` is not among them: a rule on
 * `docker` is not about it.)
 */
const SAME: Readonly<Record<string, string>> = {
  gmake: 'make',
  'k3s-kubectl': 'kubectl',
  kubecolor: 'kubectl',
  'microk8s.kubectl': 'kubectl',
}

/** What only reads is no wrapper, so that it passes unasked. */
const readSame: Reader = (argv, program, words) => {
  const same = Object.hasOwn(SAME, program) ? (SAME[program] ?? program) : program
  return readBy(findProgram(program), argv, words ?? []).readOnly
    ? NOTHING
    : [innerArgv([same, ...argv.slice(1)], { guess: true })]
}

/** The console reads its questions from the input: `file("x")` prints a file. */
const readConsole: Reader = (argv) => (argv.includes('console') ? [innerInput('Terraform')] : NOTHING)

/** Another name of `sudo -e`. */
const readSudoedit: Reader = (argv) => [innerArgv(['sudo', '-e', ...argv.slice(1)])]

/**
 * `docker run curlimages/curl x`: an image that is named like a program usually runs that program. If nothing follows,
 * it may be no more than a name.
 */
const readImage: Reader = (argv) => {
  const run = argv.indexOf('run')
  if (run < 1) return NOTHING
  return argv.slice(run + 1, -1).flatMap((word, at) => {
    const name = word === null ? undefined : IMAGE.exec(word)?.[1]
    if (name === undefined || findProgram(name) === undefined) return []
    return [innerArgv([name, ...argv.slice(run + at + 2)], { guess: true })]
  })
}

const IMAGE = /^[\w.-]+(?::\d+)?\/(?:[\w.-]+\/)*([a-z][\w-]*)(?::[\w.-]+)?(?:@sha256:\w+)?$/u

/** logrotate: the commands to run before and after stand in its file. */
const readRotated: Reader = (argv) =>
  argv.some((word, at) => at > 0 && word !== null && isStdinFile(word)) ? [innerInput('logrotate')] : NOTHING

/** `jobs -x command`. */
const readJobs: Reader = (argv) => {
  const at = argv.indexOf('-x')
  return at < 0 ? NOTHING : [innerArgv(argv.slice(at + 1), { at: at + 1 })]
}

/** `yarn workspaces foreach -A exec 'rm x'` */
const readForeach: Reader = (argv) => {
  const exec = argv[1] === 'workspaces' && argv[2] === 'foreach' ? argv.indexOf('exec', 3) : -1
  return exec < 0 ? NOTHING : [innerScript(joined(argv.slice(exec + 1)), 'sh')]
}

const CODESPACE = /^(?:-[cRr]|--(?:codespace|repo|repo-owner|profile|server-port|debug-file))$/u

/** `gh repo create x --push` runs git for it. */
const readPushed: Reader = (argv) =>
  argv[1] === 'repo' && argv.includes('--push') ? [innerArgv(['git', 'push'], { guess: true })] : NOTHING

/** `gh codespace ssh -c name rm x`: runs on the other machine. */
const readCodespace: Reader = (argv) => {
  if ((argv[1] !== 'cs' && argv[1] !== 'codespace') || argv[2] !== 'ssh') return NOTHING
  let at = 3
  while (at < argv.length && argv[at]?.startsWith('-') === true) at += CODESPACE.test(argv[at] ?? '') ? 2 : 1
  return at < argv.length ? [innerScript(joined(argv.slice(at)), 'sh', { elsewhere: 'remote' })] : NOTHING
}

function both(one: Reader, other: Reader): Reader {
  return (argv, program) => [...one(argv, program), ...other(argv, program)]
}

export const RENAMED_READERS: readonly (readonly [string, Reader])[] = [
  ['cmake', readCmake],
  ['gh', both(both(readAliases, readKept), both(readCodespace, readPushed))],
  ['glab', both(readAliases, readKept)],
  ['go', readKept],
  ['pnpm', readKept],
  ['yarn', readForeach],
  ['zargs', readZargs],
  ['jobs', readJobs],
  ['logrotate', readRotated],
  ['sudoedit', readSudoedit],
  ['terraform', readConsole],
  ['tofu', readConsole],
  ...['hg', 'svn', 'cargo'].map((name): [string, Reader] => [name, readConfig]),
  ['jj', both(readConfig, readHanded)],
  ['npm', both(readScripts, readKept)],
  ...['hub', 'yadm', 'dotbare'].map((name): [string, Reader] => [name, readHub]),
  ...['brew', 'minikube', 'pass', 'vcsh'].map((name): [string, Reader] => [name, readHanded]),
  ...['docker', 'podman', 'nerdctl'].map((name): [string, Reader] => [name, readImage]),
  ...Object.keys(SAME).map((name): [string, Reader] => [name, readSame]),
  ...COMPILERS.map((name): [string, Reader] => [name, readCompiler]),
  ...ZSH_FILES.map((name): [string, Reader] => [`zf_${name}`, readZshFile]),
  ...GNU.map((name): [string, Reader] => [`g${name}`, readGnu]),
]
