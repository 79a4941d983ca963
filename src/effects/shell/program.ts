/**
 * Part of reading shell lines: what the tables say about a program by its name alone, looked up once for each spelling.
 */

import { hazardOf, isMeek, isTame } from '../catalogue/dangers.ts'
import type { Hazard } from '../catalogue/dangers.ts'
import { changesShell, changesVariables } from '../catalogue/environment.ts'
import type { Table } from '../catalogue/compile.ts'
import { followsWhenTold } from '../catalogue/followers.ts'
import { idleBehind } from '../catalogue/idle.ts'
import type { Idle } from '../catalogue/idle.ts'
import { keepsSettings } from '../catalogue/kept-settings.ts'
import { obeyedBy, toolsNamedFor } from '../catalogue/obeyed.ts'
import { leadersOf } from '../catalogue/other-projects.ts'
import { findProgram } from '../catalogue/programs.ts'
import { recipesOf } from '../catalogue/recipes.ts'
import type { Recipes } from '../catalogue/recipes.ts'
import { startsScripts, toolsOf } from '../catalogue/scripts.ts'
import { wrapperOf } from '../catalogue/wrappers.ts'
import type { Wrapper } from '../catalogue/wrappers.ts'
import { isMover } from './folders/cd.ts'
import { isLauncher, isOurs } from './dangers/self.ts'
import { isPrinter } from './dangers/shown-secret.ts'
import type { ShellWord } from './syntax/script.ts'

export interface Program {
  /** Its bare name, whatever path it was called by. */
  readonly name: string
  /** Whether it was called by a path. */
  readonly placed: boolean
  /** Called by its bare name, or by a path into a folder of the system: permissions may then go by the name. */
  readonly trusted: boolean
  /** Options that do not change what it does. */
  readonly idle: Idle | undefined
  /** What the catalogue knows about its words. */
  readonly table: Table | undefined
  readonly wrapper: Wrapper | undefined
  readonly hazard: Hazard
  /**
   * `tame`: nothing in the danger catalogue is about it, as long as it stands alone; `meek`: not even in a pipeline.
   */
  readonly tame: boolean
  readonly meek: boolean
  /** `cd` and similar commands. */
  readonly moves: boolean
  /** `command` and `builtin`: what they start still belongs to the shell itself. */
  readonly hosts: boolean
  /**
   * `obeys`: it runs what a configuration in its folder tells it to. The other: names of files that may tell it to run
   * another program instead.
   */
  readonly obeys: boolean
  readonly replacedBy: readonly string[] | undefined
  /** Options that may lead it to another project. */
  readonly leaders: readonly string[] | undefined
  /** Files that it obeys and that a line may have written. */
  readonly recipes: readonly Recipes[]
  /** It keeps settings in files that no word of a command names. */
  readonly keeps: boolean
  /** It is not a wrapper, but can be told to run or delete something: a rule that names it does not name that. */
  readonly carries: boolean
  /** Such a program that is made for reading, or has subcommands that are. */
  readonly reads: boolean
  /**
   * It can be told by an option, or in a script of its own, to run another program: a rule that names it does not name
   * that program.
   */
  readonly lends: boolean
  /** It gets a text in which such a program may stand: a rule that names it does not name that program, either. */
  readonly told: boolean
  /** The words that tell it to go through links below a folder. */
  readonly follows: RegExp | undefined
  /** Countersign itself, or a program that may be told to start it. */
  readonly ours: boolean
  readonly launches: boolean
  /** Scripts that it is given do the work, so a rule on such a script is about it. */
  readonly starts: boolean
  /** Tools of which it is one of the files. */
  readonly tools: readonly string[]
  /** It prints its arguments. */
  readonly prints: boolean
  /** It is a builtin that may set variables, depending on its words, or change what names mean. */
  readonly sets: boolean
}

const TRUSTED_FOLDER =
  /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$|^\/opt\/homebrew\/bin\/[^/]+$|^\/usr\/libexec\/(?:PlistBuddy|java_home)$/

const READERS = new Set('find gfind bfs fd fdfind tar gtar bsdtar git awk gawk mawk'.split(' '))
const CARRIERS = new Set([...READERS, 'vim', 'vi', 'nvim', 'gdb', 'rsync'])
const LENDERS = new Set('rg sed gsed sort gsort man split zip fzf wget scp sftp tcpdump'.split(' '))
const TOLD = new Set(
  'less more most zless ed ex view rview rvim gvim mvim vimdiff psql mysql mariadb sqlite3 lftp smbclient'.split(' '),
)
/** An agent can invent names, so only this many are kept, and no long ones. */
const MOST = 8000
const LONGEST = 200
const known = new Map<string, Program>()

export function programOf(spelled: string): Program {
  const found = known.get(spelled)
  if (found !== undefined) return found
  // zsh takes `=rm` for the path of rm; in bash no program has that name.
  const name = spelled.slice(Math.max(spelled.lastIndexOf('/') + 1, spelled.startsWith('=') ? 1 : 0))
  const hazard = hazardOf(name)
  const wrapper = wrapperOf(name)
  const trusted = name === spelled || TRUSTED_FOLDER.test(spelled)
  const program: Program = {
    name,
    placed: name !== spelled,
    trusted,
    idle: idleBehind(trusted ? name : spelled),
    table: findProgram(name),
    wrapper,
    hazard,
    tame: isTame(hazard),
    meek: isMeek(hazard),
    moves: isMover(spelled),
    hosts: spelled === 'command' || spelled === 'builtin',
    obeys: obeyedBy(name) !== undefined,
    replacedBy: toolsNamedFor(name),
    leaders: leadersOf(name),
    recipes: recipesOf(name),
    keeps: keepsSettings(name),
    carries: CARRIERS.has(name),
    reads: READERS.has(name),
    lends: CARRIERS.has(name) || LENDERS.has(name),
    told: TOLD.has(name),
    follows: followsWhenTold(name),
    ours: isOurs(name),
    launches: isLauncher(name),
    starts: startsScripts(wrapper?.name ?? name, wrapper?.interprets === true),
    tools: trusted && name === spelled ? toolsOf(name) : toolsOf(spelled).filter((tool) => tool !== name),
    prints: isPrinter(spelled),
    sets: changesVariables(spelled) || changesShell(spelled) === 'names',
  }
  if (spelled.length > LONGEST) return program
  if (known.size >= MOST) known.clear()
  known.set(spelled, program)
  return program
}

/** Whether it prints by itself, or through what a wrapper starts (`nice echo $TOKEN`). */
export function mayPrint(words: readonly ShellWord[]): boolean {
  const [first] = words
  if (first?.dynamic === true) return true
  const { prints, wrapper } = programOf(first?.value ?? '')
  return prints || (wrapper !== undefined && words.some(({ value }) => isPrinter(value)))
}
