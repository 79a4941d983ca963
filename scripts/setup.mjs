/**
 * Prepares what `npm start` and `npm test` need on a fresh machine or after a pull: the packages of the lock file and a
 * build of the sources. Does nothing if both are current. Needs only Node.
 */

import { spawnSync } from 'node:child_process'
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const OLDEST = [20, 19]

const version = process.versions.node.split('.').map(Number)
if (version[0] < OLDEST[0] || (version[0] === OLDEST[0] && version[1] < OLDEST[1])) {
  fail(`Countersign needs Node ${OLDEST.join('.')} or newer; this is ${process.version}.`)
}
if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  // npm would first empty the folder to which the link leads, which belongs to somebody else.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    fail('node_modules is a link, and what it leads to is older than package-lock.json. Run `npm ci` where it belongs.')
  run('Installing packages', 'npm', ['ci'])
}
if (modified('dist/built') < newest('src', 'web', 'scripts', 'tsconfig.build.json', 'package.json')) {
  run('Building', process.execPath, ['scripts/build.mjs'])
}

function run(title, command, args) {
  process.stderr.write(`${title} …\n`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: false })
  if (error !== undefined) fail(`${title} failed: ${error.message}`)
  if (status !== 0) fail(`${title} failed: \`${command} ${args.join(' ')}\` ended with code ${status}.`)
}

/** Milliseconds; 0 if there is no such file. */
function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newest(...paths) {
  return Math.max(
    ...paths.map((path) => {
      const entry = statSync(join(root, path), { throwIfNoEntry: false })
      if (entry === undefined) return 0
      if (!entry.isDirectory()) return entry.mtimeMs
      return Math.max(0, ...readdirSync(join(root, path)).map((name) => newest(join(path, name))))
    }),
  )
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
