/** A place for one run of a client: a home, a project, a folder outside. Closing removes it. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Long and unlike anything else: some clients remove their own key from everything they print. */
export const API_KEY = 'sk-countersign-compat-0123456789abcdefghijklmnopqrstuvwxyz'

export function newPlace() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-compat-')))
  const home = join(root, 'home')
  const project = join(root, 'project')
  const outside = join(root, 'outside')
  for (const folder of [home, project, outside]) mkdirSync(folder)
  writeFileSync(join(project, 'kept.txt'), 'kept\n')
  writeFileSync(join(outside, 'other.txt'), 'written outside\n')
  return {
    root,
    home,
    project,
    outside,
    /** Nothing of the caller's environment except where programs are. */
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: root, LANG: 'C.UTF-8' },
    /** The files of the project, by name. */
    files: () =>
      readdirSync(project)
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    has: (name) => existsSync(join(project, name)),
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}
