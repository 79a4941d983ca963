#!/usr/bin/env node
'use strict'

// CommonJS, because it starts sooner. scripts/bundle-cli.mjs describes the files of `dist/cli`.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

/**
 * The bundle requires all its modules at once; its own files, and these modules that most starts never use, are loaded
 * on first use.
 */
const LATE = new Set([
  'node:crypto',
  'node:module',
  'node:os',
  'node:timers/promises',
  'node:perf_hooks',
  'node:string_decoder',
  'node:tty',
  'node:worker_threads',
])

const folder = join(__dirname, '..', 'dist', 'cli')
const loaded = new Map()

const verb = process.argv.slice(2).find((arg) => !arg.startsWith('-'))
// Until there is a verdict, any end of the process is a failure; from a hook, agents would take 1 as leave to go on.
const FAILURE = verb === 'hook' ? 2 : 1
process.exitCode = FAILURE
process.on('uncaughtException', fail)

/** The code that V8 compiled from a file is kept beside it, for exactly this Node; see `keep-compiled.js`. */
const KEPT = `${process.version}-${process.arch}.cache`
const MARK = 16
const ENOUGH = '3'
const growing = []

if (verb === 'hook' || verb === 'check')
  process.once('exit', () => {
    if (growing.length === 0) return
    const { keepAll } = require('./keep-compiled.js')
    keepAll(growing)
  })
load('./main.js')

/** An object that loads the required module when it is first used. */
function requireLate(name) {
  const own = name.startsWith('./')
  if (!own && !LATE.has(name)) return require(name)
  const get = (_, key, late) => {
    const real = own ? (loaded.get(name) ?? load(name)) : require(name)
    Object.setPrototypeOf(late, real)
    return real[key]
  }
  return Object.create(new Proxy({}, { get }))
}

function load(name) {
  const filename = join(folder, name)
  const source = read(filename, (error) => {
    const isMissing = error.code === 'ENOENT'
    fail(isMissing ? new Error(`${filename} is missing. Run \`npm ci && npm run build\` in its folder.`) : error)
  })
  const { cachedData, rounds } = keptOf(filename, source)
  const script = new Script(source.toString('latin1'), { filename, ...(cachedData && { cachedData }) })
  if (rounds !== ENOUGH) growing.push({ script, filename, source, rounds })
  const exports = {}
  loaded.set(name, exports)
  script.runInThisContext()(exports, requireLate, filename)
  return exports
}

/** Ignores the code of another file that was in this place before: V8 itself would compare only their lengths. */
function keptOf(filename, source) {
  const kept = read(filename.replace(/js$/, KEPT), () => undefined)
  const end = kept === undefined ? 0 : kept.length - MARK - 1
  if (end <= 0 || kept.compare(source, 2, 2 + MARK, end, end + MARK) !== 0) return { rounds: '0' }
  return { cachedData: kept.subarray(0, end), rounds: String.fromCharCode(kept[end + MARK]) }
}

function fail(error) {
  try {
    process.stderr.write(`countersign: ${process.env.COUNTERSIGN_DEBUG ? error.stack : error.message}\n`)
  } finally {
    process.exit(FAILURE)
  }
}

function read(file, otherwise) {
  try {
    return readFileSync(file)
  } catch (error) {
    return otherwise(error)
  }
}
