/**
 * What the catalogue says only reads is run: programs that are on this machine, with flags of their own tables. A flag that
 * takes a value here and none there, or means another thing to a program that shares its table, is found by what it does.
 */

import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { archives } from '../../src/effects/catalogue/families/archives.ts'
import { coreutils } from '../../src/effects/catalogue/families/coreutils.ts'
import { data } from '../../src/effects/catalogue/families/data.ts'
import { search } from '../../src/effects/catalogue/families/search.ts'
import { text } from '../../src/effects/catalogue/families/text.ts'
import { createEngine } from '../../src/gate/engine.ts'
import { hasBash } from '../real-bash/shells.ts'
import { linesFor, programs } from './lines.ts'

const LINES_EACH = 20
const TRIES = 400
const SECRET = 'what nobody may see'
const BUSYBOX = '/bin/busybox'
/** Endless, about the machine and not about files, or a quarter of a second for each start. */
const LEFT_OUT = new Set(
  `yes sleep sync cloc exiftool in2csv csvgrep csvcut csvlook csvstat csvsort csvjson csvformat tomlq yq yamllint`.split(
    ' ',
  ),
)

const top = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-programs-')))
const [cwd, home] = [join(top, 'project'), join(top, 'home')]
const engine = createEngine({ cwd, home })
afterAll(() => rmSync(top, { recursive: true, force: true }))

const known = [...programs([archives, coreutils, data, search, text])]
  .filter(([name]) => !LEFT_OUT.has(name))
  .map(([name, spec]) => ({ name, spec }))
const systems = [
  { whose: 'the system', folders: ['/usr/bin', '/bin'] },
  { whose: 'busybox', folders: [applets()] },
]
  .map(({ whose, folders }) => ({
    whose,
    path: [...folders, '/usr/bin', '/bin'].join(':'),
    here: known.filter(({ name }) => folders.some((folder) => existsSync(join(folder, name)))),
  }))
  .filter(({ here }) => here.length > 0)

describe.runIf(hasBash).each(systems)('what is allowed unasked, by programs of $whose', ({ path, here }) => {
  it.each(here)('$name changes no file and tells no secret', ({ name, spec }) => {
    const allowed = new Set<string>()
    let tries = 0
    for (const line of linesFor(name, spec)) {
      if (++tries > TRIES || allowed.size === LINES_EACH) break
      if (engine.decide({ tool: 'Bash', input: { command: line } }).behavior === 'allow') allowed.add(line)
    }
    if (did(allowed, path).length === 0) return
    expect([...allowed].flatMap((line) => did([line], path).map((what) => `${line}: ${what}`))).toEqual([])
  })
})

/** A folder in which each applet goes by its name; the same name means other flags there. Empty where busybox is missing. */
function applets(): string {
  const folder = join(top, 'busybox')
  mkdirSync(folder)
  const { stdout } = spawnSync(BUSYBOX, ['--list'], { encoding: 'utf8' })
  for (const name of stdout?.split('\n').filter(Boolean) ?? []) symlinkSync(BUSYBOX, join(folder, name))
  return folder
}

/** In a project made anew: the files that were changed, and whether the secret was told. */
function did(lines: Iterable<string>, path: string): readonly string[] {
  prepare()
  const before = filesIn(top)
  const script = Array.from(lines, (line) => `/usr/bin/timeout -s KILL 1 ${line}`).join('\n')
  const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', script], {
    cwd,
    env: { PATH: path, HOME: home, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'latin1',
    maxBuffer: 1e9,
  })
  const after = filesIn(top)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  )
  return [...changed, ...(`${stdout}${stderr}`.includes(SECRET) ? ['tells the secret'] : [])]
}

let archive: Buffer | undefined

function prepare(): void {
  for (const folder of [cwd, home]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(cwd, 'sub'), { recursive: true })
  mkdirSync(home)
  writeFileSync(join(home, '.netrc'), `${SECRET}\n`)
  writeFileSync(join(cwd, 'a.txt'), 'hello x 1\n')
  writeFileSync(join(cwd, 'b.txt'), '1\n2\n3\n')
  writeFileSync(join(cwd, 'a.json'), '{"a":[1]}\n')
  writeFileSync(join(cwd, 'a.gz'), gzipSync('hello\n'))
  writeFileSync(join(cwd, 'sub', 'c.txt'), 'c\n')
  writeFileSync(join(cwd, 'a.tar'), (archive ??= spawnSync('tar', ['-cf', '-', 'a.txt'], { cwd }).stdout))
}

/** What programs keep about themselves in the home is theirs. */
function filesIn(folder: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const { mtimeMs, size, mode } = lstatSync(path)
    const isFolder = lstatSync(path).isDirectory()
    if (path.startsWith(`${home}/`) && name !== '.netrc') continue
    found.set(path.slice(top.length), isFolder ? 'folder' : `${mtimeMs} ${size} ${mode}`)
    if (isFolder) filesIn(path, found)
  }
  return found
}
