/** Part of the test against a real bash: a folder in which a line is run that can reach nothing but harmless programs. */

import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** They change nothing but files that they are given. */
const TOOLS =
  `awk base64 basename bash busybox cat chmod comm cp cut dash dd diff env expand find fold grep gzip head iconv install join ln ls mkdir
  mktemp mv nice nl nohup paste perl rev rm sed setsid sh shred shuf sort split stdbuf strings tac tail tar tee timeout tr truncate uniq unlink
  xargs zcat zip zsh`.split(/\s+/u)

/** The program that no line may run, one that may be run, the file that none may read, the one that none may change. */
export const PROGRAM = 'zap'
export const ALLOWED = 'fine'
/** The word that the program may not be given. */
export const VERB = 'zdrop'
export const SECRET = 'zecret'
export const KEPT = 'zkept'
/** One that everybody knows for a secret. */
export const CREDENTIALS = 'id_rsa'
/** And one that begins with a dot, as no star does. */
export const HIDDEN = '.netrc'
const CONTENT = 'what nobody may see'

/** One of whose shells nothing is known, and one that starts a shell for each line, so that what a line defines is read where it is used. */
export const AGENTS: readonly { readonly agent?: string }[] = [{}, { agent: 'claude-code' }]

export interface Done {
  readonly ran: boolean
  /** It ran and was given the word. */
  readonly given: boolean
  readonly told: boolean
  readonly changed: boolean
  /** A file beside the project was changed. */
  readonly strayed: boolean
}

/** A folder beside the project, and the link in the project that leads there. */
export const OUTSIDE = 'outside'
export const LINK = 'away'

export const BASH = ['bash', '--norc', '--noprofile']

export class Sandbox {
  readonly cwd: string
  readonly home: string
  readonly #top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bash-')))
  readonly #programs = join(this.#top, 'programs')
  readonly #outside = join(this.#top, OUTSIDE)
  readonly #log = join(this.#top, 'log')

  constructor() {
    this.cwd = join(this.#top, 'project')
    this.home = join(this.#top, 'home')
    mkdirSync(this.home)
    mkdirSync(this.#programs)
    for (const tool of TOOLS) {
      const path = ['/usr/bin', '/bin'].map((folder) => join(folder, tool)).find((one) => existsSync(one))
      if (path !== undefined) symlinkSync(path, join(this.#programs, tool))
    }
    this.#write(join(this.#programs, PROGRAM), `for word in '' "$@"; do echo "$word" >> '${this.#log}'; done`)
    this.#write(join(this.#programs, ALLOWED), ':')
  }

  /** A project made anew. */
  prepare(): void {
    rmSync(this.#log, { force: true })
    for (const folder of [this.cwd, this.#outside]) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
    }
    writeFileSync(join(this.#outside, KEPT), 'kept\n')
    symlinkSync(join('..', OUTSIDE), join(this.cwd, LINK))
    for (const [name, content] of [
      [SECRET, CONTENT],
      [CREDENTIALS, CONTENT],
      [HIDDEN, CONTENT],
      [KEPT, 'kept'],
      ['other', 'other'],
    ] as const)
      writeFileSync(join(this.cwd, name), `${content}\n`)
    mkdirSync(join(this.cwd, 'other-programs'))
    this.#write(join(this.cwd, 'other-programs', ALLOWED), PROGRAM)
  }

  /** What really came of the line, in a project made anew. */
  run(line: string, shell: readonly string[] = BASH): Done {
    this.prepare()
    // Whatever a line starts is ended with it: all of it is one group of processes.
    const bounded = ['-s', 'KILL', '5', ...shell, '-c', line]
    const { stdout, stderr } = spawnSync('timeout', bounded, {
      cwd: this.cwd,
      env: { PATH: this.#programs, HOME: this.home },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'latin1',
    })
    return {
      ran: existsSync(this.#log),
      given: existsSync(this.#log) && readFileSync(this.#log, 'utf8').split('\n').includes(VERB),
      told: tells(`${stdout}${stderr}`),
      changed: !isKept(this.cwd),
      strayed: !isKept(this.#outside),
    }
  }

  remove(): void {
    rmSync(this.#top, { recursive: true, force: true })
  }

  #write(path: string, script: string): void {
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
}

function isKept(folder: string): boolean {
  const path = join(folder, KEPT)
  return existsSync(path) && lstatSync(path).isFile() && readFileSync(path, 'utf8') === 'kept\n'
}

/** In clear, backwards, in base64, or its first word, as a command that bash does not find. */
function tells(output: string): boolean {
  const hidden = [CONTENT.split('').toReversed().join(''), Buffer.from(CONTENT).toString('base64').slice(0, 16)]
  return [CONTENT, 'what: ', ...hidden].some((text) => output.includes(text))
}
