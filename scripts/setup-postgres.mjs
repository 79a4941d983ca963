/**
 * Makes sure that the tests find PostgreSQL's server: on Debian and its kin, as root, it is installed when it is missing.
 * Elsewhere this only says what is missing; the tests then say which of them were left out, and fail where `CI` is set.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'
const APT_GET = '/usr/bin/apt-get'

if (!hasServer()) {
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) {
    console.error('PostgreSQL is not installed: its tests are left out (Debian: apt-get install postgresql)')
  } else {
    console.error('Installing PostgreSQL for its tests …')
    const done = aptGet('update', '-qq') && aptGet('install', '-qq', '-y', '--no-install-recommends', 'postgresql')
    if (!done || !hasServer()) console.error('PostgreSQL could not be installed: its tests are left out')
  }
}

function hasServer() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  if (versions.some((version) => existsSync(join(DEBIAN, version, 'bin', 'initdb')))) return true
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'initdb')))
}

/** The package would start a server of its own; the tests start theirs. */
function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  return spawnSync(APT_GET, args, { env, stdio: ['ignore', 2, 2] }).status === 0
}
