/**
 * Part of the build: runs the command line once and adds the code that V8 compiled to the cache. `node warm-cli.cjs
 * MAIN ARGS…`
 *
 * If a function was compiled to machine code here, the cache would record that, and every start would do so again at
 * its first call. So none is compiled to machine code here; but V8 accepts a cache only if the same flags were set when
 * it was written.
 */

const { existsSync, readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')
const { fileFor, keep, MARK } = require('../bin/keep-compiled.js')

const [node, , main, ...args] = process.argv
process.argv = [node, main, ...args]
const loaded = new Map()
const scripts = new Map()

load(main)
process.once('exit', () => {
  setFlagsFromString('--sparkplug')
  for (const [file, script] of scripts) keep(script, file, readFileSync(file))
})

function load(file) {
  setFlagsFromString('--sparkplug')
  const script = new Script(readFileSync(file, 'latin1'), { filename: file, cachedData: known(file) })
  setFlagsFromString('--no-sparkplug')
  const exports = {}
  loaded.set(file, exports)
  scripts.set(file, script)
  script.runInThisContext()(exports, requireChunk, file)
  return exports
}

/** Loads a file on first use, as `bin/countersign.js` does. */
function requireChunk(name) {
  if (!name.startsWith('./')) return require(name)
  const file = join(dirname(main), name)
  const get = (_, key) => (loaded.get(file) ?? load(file))[key]
  return new Proxy({}, { get })
}

/** The cache of earlier runs, to be extended. */
function known(file) {
  const kept = fileFor(file)
  return existsSync(kept) ? readFileSync(kept).subarray(0, -MARK - 1) : undefined
}
