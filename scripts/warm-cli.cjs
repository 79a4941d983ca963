/**
 * Part of the build: runs the command line once and adds what V8 compiled to what is kept. `node warm-cli.cjs MAIN ARGS…`
 *
 * Of a function that was compiled to machine code here, the cache would say so, and every start would do it again, at its first
 * call. So here none is; but V8 takes a cache only from those who had the same flags when they wrote it.
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

/** Late, as in `bin/countersign.js`. */
function requireChunk(name) {
  if (!name.startsWith('./')) return require(name)
  const file = join(dirname(main), name)
  const get = (_, key) => (loaded.get(file) ?? load(file))[key]
  return new Proxy({}, { get })
}

/** What was kept of the runs before is kept on. */
function known(file) {
  const kept = fileFor(file)
  return existsSync(kept) ? readFileSync(kept).subarray(0, -MARK - 1) : undefined
}
