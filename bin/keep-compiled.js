'use strict'

/**
 * The code that V8 compiled from our files, kept beside them so that the next start need not compile them again, which
 * would take half of a start. Only the Node that compiled it accepts it, so each Node has its own: after an
 * installation, or a change of Node, the first calls store it.
 *
 * `main.v20.20.2-x64.cache` holds the compiled code, the mark of the file it was made from (its first characters), and
 * how many calls have added what they needed. After three calls it holds what everyday calls need and is left
 * unchanged.
 *
 * INVARIANT: only speed depends on it. It is stored only if the user who runs this may write to its folder, and so to
 * the program itself.
 */

const { accessSync, constants, renameSync, rmSync, writeFileSync } = require('node:fs')
const { dirname } = require('node:path')

const MARK = 16
const ENOUGH = 3

const fileFor = (filename) => filename.replace(/js$/, `${process.version}-${process.arch}.cache`)

function keepAll(growing) {
  // With other flags V8 compiles differently, and the next start would refuse the code.
  if (process.execArgv.length > 0 || process.env.NODE_OPTIONS) return
  try {
    accessSync(dirname(growing[0].filename), constants.W_OK)
    for (const { script, filename, source, rounds } of growing) keep(script, filename, source, Number(rounds) + 1)
  } catch {
    // The next call tries again.
  }
}

function keep(script, filename, source, rounds = ENOUGH) {
  const target = fileFor(filename)
  const begun = `${target}.${process.pid}`
  try {
    const mark = source.subarray(2, 2 + MARK)
    writeFileSync(begun, Buffer.concat([script.createCachedData(), mark, Buffer.from(String(rounds))]), { flag: 'wx' })
    renameSync(begun, target)
  } finally {
    rmSync(begun, { force: true })
  }
}

module.exports = { MARK, fileFor, keep, keepAll }
