/**
 * Prepares what `npm start` and `npm test` need on a fresh machine or after a pull: the packages of the lock file and a
 * build of the sources. Does nothing if both are current. Needs only Node.
 */

import { spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt, modified, root } from './is-built.mjs'

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
if (!isBuilt()) run('Building', process.execPath, ['scripts/build.mjs'])

function run(title, command, args) {
  process.stderr.write(`${title} …\n`)
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: false })
  if (error !== undefined) fail(`${title} failed: ${error.message}`)
  if (status !== 0) fail(`${title} failed: \`${command} ${args.join(' ')}\` ended with code ${status}.`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
