/**
 * Makes sure that the tests find the programs that npm does not install: on Debian and its derivatives, as root, the
 * missing ones are installed. Elsewhere this only reports what is missing; the tests then report which of them were
 * left out, and fail if `CI` is set.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './find-chromium.mjs'

const APT_GET = '/usr/bin/apt-get'
const POSTGRES = '/usr/lib/postgresql'

const NEEDED = [
  { name: 'PostgreSQL', packages: ['postgresql'], isThere: hasPostgres, tests: 'of the store and the server' },
  { name: 'Chromium', packages: ['chromium'], isThere: hasChromium, tests: 'of the page' },
  { name: 'nc', packages: ['netcat-openbsd'], isThere: () => isOnPath('nc'), tests: 'of the hook through nc' },
  { name: 'zsh', packages: ['zsh'], isThere: () => isOnPath('zsh'), tests: 'of what zsh makes of a line' },
  {
    name: 'busybox',
    packages: ['busybox'],
    isThere: () => isOnPath('busybox'),
    tests: 'of what its sh makes of a line',
  },
  { name: 'curl', packages: ['curl'], isThere: () => isOnPath('curl'), tests: 'of the hook through curl' },
]

const missing = NEEDED.filter(({ isThere }) => !isThere())
if (missing.length > 0) {
  const packages = missing.flatMap((one) => one.packages)
  if (process.getuid?.() === 0 && existsSync(APT_GET)) {
    console.error(`Installing ${missing.map(({ name }) => name).join(', ')} for the tests …`)
    aptGet('update', '-qq')
    aptGet('install', '-qq', '-y', '--no-install-recommends', ...packages)
  }
  for (const {
    name,
    tests,
    packages: [first],
  } of missing.filter(({ isThere }) => !isThere()))
    console.error(`${name} is not installed: the tests ${tests} are left out (Debian: apt-get install ${first})`)
}

function hasPostgres() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : []
  return versions.some((version) => existsSync(join(POSTGRES, version, 'bin', 'initdb'))) || isOnPath('initdb')
}

function hasChromium() {
  return findChromium() !== undefined
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** Runlevel 1 keeps PostgreSQL's package from starting a server; the tests start their own. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  return spawnSync(APT_GET, args, { env, stdio: ['ignore', 2, 2] }).status === 0
}
