/**
 * Part of the danger catalogue: deleting whole folders or moving them away.
 *
 * These are critical: the root, what lies directly below it, a home, the project's root, its repository, everything
 * below a path that starts with an unknown value (`rm -rf $X/*`), and whatever a command prints (`rm -rf $(…)`).
 */

import type { Word } from '../../../engine/effect.ts'
import { includes, startsWith } from '../../code-at.ts'
import { foundAnd, startPoints } from './found.ts'
import type { DangerInput, Found } from './input.ts'
import { baseName, found, stagesBefore } from './input.ts'
import type { Line } from './line.ts'
import type { Place, Places } from './places.ts'
import { absolute, braceWords, isBelow, normalFolder, placeAt, placeOf, spelledPath } from './places.ts'

const NAMES: Readonly<Record<Place, string>> = {
  root: 'the whole file system',
  system: 'a folder of the system',
  home: 'a home folder',
  project: 'the whole project',
  git: 'the repository with its history',
  device: 'a device',
  temporary: '',
  inside: '',
  other: 'a folder outside the project',
}
const CRITICAL: ReadonlySet<Place> = new Set(['root', 'home', 'project', 'git'])

/** These delete folders without any option. */
const WHOLE: ReadonlySet<string> = new Set(['srm', 'rimraf', 'del-cli', 'trash-rm'])

/** `rm`, `srm`, `shred`, `unlink`, `rmdir` and the names on Windows. */
export function removal(input: DangerInput, line: Line): readonly Found[] {
  const recursive = isRecursive(line) || WHOLE.has(input.program)
  const out: Found[] = []
  for (const operand of line.operands) {
    if (operand.text === null) add(unknownTarget(input, operand.index, recursive), out)
    else if (!operand.text.includes('{')) add(removed(operand.text, input, recursive), out)
    else for (const target of braceWords(operand.text)) add(removed(target, input, recursive), out)
  }
  if (input.argv.includes(null)) add(listedByFind(input, true) ?? (recursive ? undefined : listedWhole(input)), out)
  if (recursive && input.pipeFrom?.includes('-d') === true && baseName(input.pipeFrom[0]) === 'ls')
    for (const word of input.pipeFrom) if (word?.startsWith('-') === false) add(removed(word, input, true), out)
  return out
}

/** `find ~ … | xargs rm`: judged as if find itself deleted. */
export function listedByFind(input: DangerInput, deletes: boolean): Found | undefined {
  const lister = listerOf(input)
  if (lister === undefined || baseName(lister[0]) !== 'find') return undefined
  const named = lister.some(
    (word) => word !== null && /^-(?:i?name|i?path|i?regex|[acm]time|[acm]min|size)$/u.test(word),
  )
  return foundAnd(deletes, named, startPoints({ ...input, argv: lister }), input)
}

/**
 * The command that names the targets: the stage before it, or the only command of a substitution
 * (`rm $(git ls-files)`).
 */
function listerOf({ pipeFrom, substitutes }: DangerInput): readonly Word[] | undefined {
  return pipeFrom ?? (substitutes?.length === 1 ? substitutes[0] : undefined)
}

/** `ls | xargs rm`, `git ls-files | xargs rm`: everything there is. */
function listedWhole(input: DangerInput): Found | undefined {
  const [program, ...rest] = listerOf(input) ?? []
  const flags = rest.filter((word) => word?.startsWith('-') === true)
  const whole =
    program === 'ls'
      ? flags.length === rest.length
      : program === 'git' && rest[0] === 'ls-files' && flags.length === rest.length - 1
  return whole && !rest.includes('-d') && !rest.includes('--deleted')
    ? found('delete', 'high', 'Deletes every file that is listed')
    : undefined
}

function add(danger: Found | undefined, out: Found[]): void {
  if (danger !== undefined) out.push(danger)
}

/** Keys, credentials, the state of an infrastructure and the data of production: no commit holds them. */
const KEPT =
  /\/(?:[^/]*[_.-])?prod(?:uction)?(?:[_.-][^/]*)?\.(?:sqlite3?|db)$|\/\.(?:ssh|gnupg|aws|kube)\/[^/]+$|\/terraform\.tfstate\*?$|^\/var\/spool\/cron\/|\/\.env(?:\.(?:local|prod(?:uction)?))?$/u

/** Below a home: what the shell, git and other programs are set to, and their logins. */
const SETTINGS =
  /^\/\.(?:gitconfig|bashrc|bash_profile|bash_aliases|profile|zshrc|zshenv|zprofile|npmrc|netrc|pypirc|vimrc|tmux\.conf|git-credentials|pgpass|my\.cnf|config\/gh\/hosts\.yml|docker\/config\.json|config\/git\/config)$/u

/** The sources of a project; `dist`, `lib` and similar folders are built from them. */
const SOURCES = /^\/(?:(?:packages|apps|services|crates)\/[^/]+\/)?(?:src|sources?|migrations|tests|\.github)$/u

/** What programs fetch or build again: one of the caches in a home. */
const CACHE =
  /^\/[^/]+\/[^/]+\/(?:(?:\.cache|Library\/Caches)\/[\w-][^/*?[{]*|\.npm\/_(?:cacache|npx)|\.gradle\/caches|\.cargo\/registry\/(?:cache|src)|\.yarn\/cache|\.bun\/install\/cache)$/u

/** Folders of keys, and what programs keep of a person. */
const MOVED = /\/\.(?:ssh|gnupg|aws|kube|config|local|mozilla|thunderbird|password-store)$/u

/** What removing one known path would lose. */
export function removed(target: string, input: Places, recursive: boolean): Found | undefined {
  const path = absolute(target, input)
  const place = placeAt(target, path, input)
  const name = NAMES[place]
  if (path.endsWith('_history') && /\/\.(?:bash|zsh|sh|python|psql|mysql|node_repl)_history$/u.test(path)) {
    return found('system', 'medium', 'Deletes the record of commands')
  }
  if (startsWith(path, '/var/log/')) return found('system', 'high', `Deletes logs, ${target}`)
  if (KEPT.test(path) || (isBelow(path, input.home) && SETTINGS.test(path.slice(normalFolder(input.home).length))))
    return found('delete', 'high', `Deletes ${target}, which nothing can make again`)
  if (place === 'git')
    return recursive || !includes(path, '/.git/')
      ? gitRemoved(path)
      : found('delete', 'high', `Deletes a part of ${name}`)
  if (recursive && place === 'inside' && SOURCES.test(path.slice(normalFolder(input.root ?? input.cwd).length)))
    return found('delete', 'medium', `Deletes ${target}, which no build makes again`)
  if (name === '' || (place === 'other' && CACHE.test(path) && startsWith(path, `${normalFolder(input.home)}/`)))
    return undefined
  if (place === 'system') {
    const direct = path.indexOf('/', 1) < 0 || /^\/(?:private\/)?[^/]+(?:\/\*+)?$/u.test(path)
    return found('delete', recursive && direct ? 'critical' : 'high', `Deletes ${target}, ${name}`)
  }
  if (CRITICAL.has(place)) {
    const whole = recursive || target.endsWith('*')
    return whole ? found('delete', 'critical', `Deletes ${target}, ${name}`) : undefined
  }
  return recursive ? found('delete', 'high', `Deletes ${target}, ${name}`) : undefined
}

function gitRemoved(path: string): Found {
  return found('delete', path.endsWith('/.git') ? 'critical' : 'high', `Deletes ${NAMES.git} or a part of it`)
}

/** Only the spelling is known: `$HOME` and `$X/*` are worse than `$FILE`. */
function unknownTarget(input: DangerInput, index: number, recursive: boolean): Found | undefined {
  if (!recursive) return undefined
  const spelled = input.spelled?.[index] ?? ''
  if (/^\$(?:HOME|\{HOME\b[^{}]*\})\/?\*?$/u.test(spelled))
    return found('delete', 'critical', `Deletes ${spelled}, ${NAMES.home}`)
  if (/^~(?:[+-]|[a-z_][\w-]*)\/?\*?$/iu.test(spelled))
    return found('delete', 'critical', `Deletes ${spelled}, ${NAMES.home}`)
  if (/^\$(?:(?:OLD)?PWD|\{(?:OLD)?PWD\b[^{}]*\})\/?\*?$/u.test(spelled))
    return found('delete', 'critical', `Deletes ${spelled}, ${NAMES.project}`)
  const whole = underNothing(spelled, input)
  if (whole !== undefined)
    return found('delete', 'critical', `Deletes ${spelled}: everything in ${whole} when the variable is empty`)
  if (/^\$\{?(?:TMPDIR|TMP|TEMP|RUNNER_TEMP)(?::-\/tmp)?\}?(?:\/(?!.*\.\.).*)?$/u.test(spelled)) return undefined
  if (TEMPORARY_NAME.test(spelled) && stagesBefore(input).length === 0) return undefined
  if (
    /^\$(?:\{?\w+\}?|\(mktemp\b[^()]*\))$/u.test(spelled) &&
    input.substitutes?.every(([program]) => program === 'mktemp') === true
  )
    return undefined
  // A name that find fills in; the find command itself is judged, too.
  if (spelled !== '' && !/[$`~*]/u.test(spelled)) {
    const place = placeOf(`${spelled}x`, input)
    if (place === 'inside' || place === 'temporary') return undefined
  }
  // `build/$TARGET`: only a part of what lies in that folder.
  const folder = /^(?:\.\/)?([\w-][\w.-]*\/)[^$`]*\$/u.exec(spelled)?.[1]
  if (folder !== undefined && !includes(spelled, '..') && placeOf(`${folder}x`, input) === 'inside') return undefined
  if (startsWith(spelled, '$(') || startsWith(spelled, '`')) {
    return found('delete', 'critical', 'Deletes whatever a command prints, with everything in it')
  }
  if (spelled === '' && listsParts(input)) return undefined
  return found('delete', 'high', 'Deletes whatever an expression names, with everything in it')
}

/** `"$tmpdir"`, `$TEST_TMP_DIR`: judging by its name, a temporary folder. */
const TEMPORARY_NAME =
  /^\$(?:\w{0,40}_)?te?mp_?(?:dir|folder|path|root)?$|^\$\{(?:\w{0,40}_)?te?mp_?(?:dir|folder|path|root)?\}$/iu

/** Paths that hardly exist anywhere but directly below the root. */
const OF_THE_SYSTEM = /^\/+(?:etc|usr|home|root|boot|sbin|lib64|Users|System)(?:\/+(?:\.?\*)?)?$/u
const VARIABLE = /\$(?:\w+|\{\w+(?::?-|[%#]{1,2}[^{}]*)?\})/gu
const ANY_NAME = /^(?:[*?.]|\[[^\]]*\]|\{[*?.,]*\})*$/u

/**
 * `$X/*`, `~/$X`, `./$X/[a-z]*`: after the variable there is no name, so if the variable is empty, the whole folder is
 * deleted.
 */
function underNothing(spelled: string, input: DangerInput): string | undefined {
  const known = spelled.replace(/^\$(?:PWD\b|\{PWD\})/u, input.cwd).replace(/^\$(?:HOME\b|\{HOME\})/u, '~')
  const variables = [...known.matchAll(VARIABLE)]
  const last = variables.at(-1)
  if (last === undefined) return undefined
  const behind = known.slice(last.index + last[0].length)
  const before = known.slice(0, last.index).replaceAll(VARIABLE, '')
  const wild = /[*?[]/u.test(behind)
  if (before === '' && OF_THE_SYSTEM.test(behind)) return behind
  if (!behind.split('/').every((part) => ANY_NAME.test(part)) || /[$`]|[^/]$/u.test(before)) return undefined
  const folder = before === '' && !behind.startsWith('/') ? './' : before || '/'
  // What rm itself would refuse, unless the path was meant for something with a name.
  if (!wild && (folder === './' || (variables.length > 1 && folder === '/'))) return undefined
  const whole = removed(`${folder}*`, input, true)?.severity === 'critical'
  return whole && (variables.length === 1 || folder === '/') ? folder : undefined
}

/** `find . -name __pycache__ | xargs rm -rf`: only what has this name in the project, and no repository. */
function listsParts(input: DangerInput): boolean {
  const [program, ...words] = input.pipeFrom ?? []
  if (baseName(program) !== 'find' || words.some((word) => word === null || /^(?:-or?|-not|!|,)$/u.test(word)))
    return false
  const name = words[words.findIndex((word) => word === '-name' || word === '-iname') + 1] ?? ''
  return (
    words.some((word) => word === '-name' || word === '-iname') &&
    /\w{3}/u.test(name) &&
    !/git/iu.test(name) &&
    startPoints({ ...input, argv: input.pipeFrom ?? [] }).every((start) => LISTED.has(placeOf(start, input)))
  )
}

const LISTED: ReadonlySet<Place> = new Set(['project', 'inside', 'temporary'])

/** `mv`: moving the root's folders, a home or the repository away means losing them. */
export function movedAway(input: DangerInput, line: Line): readonly Found[] {
  const sources =
    line.flags.has('-t') || line.flags.has('--target-directory') ? line.operands : line.operands.slice(0, -1)
  const to = line.operands.at(-1)?.text
  const out: Found[] = []
  for (const { text, index } of sources) {
    const known = text ?? spelledPath(input.spelled?.[index])
    // `for f in *; do mv "$f" …`, `mv * old/`: the files only get other names, one by one or all at once.
    if (text === '*' && (input.spelled?.[index] !== undefined || (to != null && placeOf(to, input) === 'inside')))
      continue
    for (const target of known === undefined ? [] : braceWords(known)) {
      const place = placeOf(target, input)
      if (place === 'other' && MOVED.test(absolute(target, input)))
        out.push(found('delete', 'high', `Moves ${target}, which nothing can make again, away`))
      if (place === 'inside' || place === 'temporary' || place === 'other') continue
      const severity = CRITICAL.has(place) ? 'critical' : 'high'
      out.push(found('delete', severity, `Moves ${target}, ${NAMES[place]}, away`))
    }
  }
  if (to === '/dev/null') out.push(found('delete', 'high', 'Moves files into nothing'))
  return out
}

export function isRecursive(line: Line): boolean {
  if (line.flags.has('-r') || line.flags.has('-R') || line.flags.has('--recursive') || line.flags.has('-Recurse'))
    return true
  for (const flag of line.flags.words) {
    if (flag.length > 4 && '--recursive'.startsWith(flag)) return true
  }
  return false
}
