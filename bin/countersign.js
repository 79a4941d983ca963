#!/usr/bin/env node
'use strict'

// CommonJS, because it starts sooner. What the two files of `dist/cli` are is told in scripts/bundle-cli.mjs.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

const LATE = new Set(['node:crypto', 'node:timers/promises', 'node:perf_hooks', 'node:string_decoder', 'node:tty'])

const filename = join(__dirname, '..', 'dist', 'cli', 'main.js')
const source = read(filename)

if (source === undefined) {
  process.stderr.write('countersign: it is not built yet. Run `npm ci && npm run build` in its folder.\n')
  process.exitCode = 1
} else {
  const cachedData = read(join(__dirname, '..', 'dist', 'cli', 'main.cache'))
  const script = new Script(source.toString('latin1'), { filename, ...(cachedData && { cachedData }) })
  script.runInThisContext()({}, requireLate, filename)
}

/** The bundle asks for all its modules at once; those that most starts never touch are loaded when they are. */
function requireLate(name) {
  if (!LATE.has(name)) return require(name)
  let real
  return new Proxy({}, { get: (_, key) => (real ??= require(name))[key] })
}

function read(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
