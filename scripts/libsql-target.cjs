/**
 * Part of the build: tells which of libsql's native files fits this machine, in place of the two packages that libsql
 * requires for this.
 *
 * Those packages have Node write its whole diagnostic report, twice, for the one word in it that names the C library; a
 * hook would wait 20 ms and more for that at every call. The loader named in Node's own executable tells the same.
 */

const { closeSync, openSync, readSync } = require('node:fs')

const TARGETS = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm-gnueabihf',
  'linux-arm64': 'linux-arm64-gnu',
  'linux-x64': 'linux-x64-gnu',
  'win32-x64': 'win32-x64-msvc',
}

exports.GLIBC = 'glibc'
exports.MUSL = 'musl'

exports.familySync = () => (process.platform === 'linux' ? (runsOnMusl() ? exports.MUSL : exports.GLIBC) : null)

exports.currentTarget = () => {
  const target = TARGETS[`${process.platform}-${process.arch}`]
  if (target === undefined) throw new Error(`libsql has no build for ${process.platform} on ${process.arch}`)
  return exports.familySync() === exports.MUSL ? target.replace(/-gnu$/, '-musl') : target
}

let musl

function runsOnMusl() {
  if (musl === undefined) {
    const head = Buffer.alloc(4096)
    const file = openSync(process.execPath, 'r')
    readSync(file, head, 0, head.length, 0)
    closeSync(file)
    musl = head.includes('/ld-musl-')
  }
  return musl
}
