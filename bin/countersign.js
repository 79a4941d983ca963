#!/usr/bin/env node
'use strict'

// CommonJS, because it starts sooner. What the files of `dist/cli` are is told in scripts/bundle-cli.mjs.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

/** The bundle asks for all its modules at once; its own files, and what most starts never touch, are loaded when touched. */
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

// Until there is a verdict, whatever ends the process ends it as a failure; of a hook, 1 would mean to agents: go on.
const FAILURE = process.argv.slice(2).find((arg) => !arg.startsWith('-')) === 'hook' ? 2 : 1
process.exitCode = FAILURE
process.on('uncaughtException', fail)
load('./main.js')

/** An object that, when it is first touched, becomes what was asked for. */
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
  const cachedData = read(filename.replace(/js$/, 'cache'), () => undefined)
  const script = new Script(source.toString('latin1'), { filename, ...(cachedData && { cachedData }) })
  const exports = {}
  loaded.set(name, exports)
  script.runInThisContext()(exports, requireLate, filename)
  return exports
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
