/** Part of the test against a real bash: a folder in which a line is run that can reach nothing but harmless programs. */

import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** They change nothing but files that they are given. */
const TOOLS =
  `awk base64 basename bash busybox cat comm cp cut dash dd diff env expand find fold grep gzip head iconv install join ln ls mkdir
  mv nice nl nohup paste perl rev rm sed setsid sh shred shuf sort split stdbuf strings tac tail tar tee timeout tr truncate uniq unlink
  xargs zcat zip`.split(/\s+/u)

/** The program that no line may run, one that may be run, the file that none may read, the one that none may change. */
export const PROGRAM = 'zap'
export const ALLOWED = 'fine'
export const SECRET = 'zecret'
export const KEPT = 'zkept'
const CONTENT = 'what nobody may see'

export interface Done {
  readonly ran: boolean
  readonly told: boolean
  readonly changed: boolean
}

export class Sandbox {
  readonly cwd: string
  readonly home: string
  readonly #top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bash-')))
  readonly #programs = join(this.#top, 'programs')
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
    this.#write(join(this.#programs, PROGRAM), `echo >> '${this.#log}'`)
    this.#write(join(this.#programs, ALLOWED), ':')
  }

  /** What really came of the line, in a project made anew. */
  run(line: string): Done {
    rmSync(this.#log, { force: true })
    rmSync(this.cwd, { recursive: true, force: true })
    mkdirSync(this.cwd)
    for (const [name, content] of [
      [SECRET, CONTENT],
      [KEPT, 'kept'],
      ['other', 'other'],
    ] as const)
      writeFileSync(join(this.cwd, name), `${content}\n`)
    mkdirSync(join(this.cwd, 'other-programs'))
    this.#write(join(this.cwd, 'other-programs', ALLOWED), PROGRAM)
    // Whatever a line starts is ended with it: all of it is one group of processes.
    const bounded = ['-s', 'KILL', '5', 'bash', '--norc', '--noprofile', '-c', line]
    const { stdout, stderr } = spawnSync('timeout', bounded, {
      cwd: this.cwd,
      env: { PATH: this.#programs, HOME: this.home },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'latin1',
    })
    return { ran: existsSync(this.#log), told: tells(`${stdout}${stderr}`), changed: !this.#isKept() }
  }

  remove(): void {
    rmSync(this.#top, { recursive: true, force: true })
  }

  #write(path: string, script: string): void {
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }

  #isKept(): boolean {
    const path = join(this.cwd, KEPT)
    return existsSync(path) && lstatSync(path).isFile() && readFileSync(path, 'utf8') === 'kept\n'
  }
}

/** In clear, backwards, in base64, or its first word, as a command that bash does not find. */
function tells(output: string): boolean {
  const hidden = [CONTENT.split('').toReversed().join(''), Buffer.from(CONTENT).toString('base64').slice(0, 16)]
  return [CONTENT, 'what: ', ...hidden].some((text) => output.includes(text))
}
