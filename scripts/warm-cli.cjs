/** Part of the build: runs the command line once and keeps what V8 compiled. `node warm-cli.cjs MAIN ARGS…` */

const { readFileSync, writeFileSync } = require('node:fs')
const { Script } = require('node:vm')

const [node, , main, ...args] = process.argv
process.argv = [node, main, ...args]
const script = new Script(readFileSync(main, 'latin1'), { filename: main })
script.runInThisContext()({}, require, main)
process.once('beforeExit', () => writeFileSync(main.replace(/js$/, 'cache'), script.createCachedData()))
