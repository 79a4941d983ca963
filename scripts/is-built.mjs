/** Part of set-up and of tests: whether `dist` was built from the sources as they are. Needs only Node. */

import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What the build is made from and made by. */
const SOURCES = ['src', 'web', 'scripts', 'bin', 'tsconfig.build.json', 'package.json']

export function isBuilt() {
  return modified('dist/built') >= Math.max(...SOURCES.map(newest))
}

/** Milliseconds; 0 if there is no such file. */
export function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newest(path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false })
  if (entry === undefined) return 0
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(0, ...readdirSync(join(root, path)).map((name) => newest(join(path, name))))
}
