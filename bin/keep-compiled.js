'use strict'

/**
 * What V8 compiled of our files, kept beside them, so that the next start need not compile it again: half of a start would be that. Only
 * the Node that compiled it takes it, so each Node has its own: after an installation, or a change of Node, the first calls keep it.
 *
 * `main.v20.20.2-x64.cache` is the compiled code, the mark of the file that it was made of (its first words), and how many calls have added
 * what they needed. After three it holds what everyday calls need, and is left as it is.
 *
 * INVARIANT: nothing but speed depends on it. It is kept only where whoever runs us may write our own folder, and so our code itself.
 */

const { accessSync, constants, renameSync, rmSync, writeFileSync } = require('node:fs')
const { dirname } = require('node:path')

const MARK = 16
const ENOUGH = 3

const fileFor = (filename) => filename.replace(/js$/, `${process.version}-${process.arch}.cache`)

function keepAll(growing) {
  // With other flags V8 compiles otherwise, and the next start would refuse it.
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
