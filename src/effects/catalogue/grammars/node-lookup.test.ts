import { describe, expect, it } from 'vitest'
import { lookupIn } from './node-lookup.ts'

const LOOKUPS = [
  'const p = require ( "./package.json" ) ; console.log ( p . name , Object.keys ( p . scripts ?? { } ) )',
  'JSON.parse ( Buffer.from ( "e30=" , "base64" ) . toString ( "utf8" ) ) . a',
  'require ( "crypto" ) . createHash ( "md5" ) . update ( "x" ) . digest ( "hex" )',
  'path.join ( os.homedir ( ) , ... [ "a" ] . map ( x => encodeURIComponent ( x ) ) )',
  'fs.readFileSync ( "a.txt" , "utf8" ) . split ( "\\n" ) . filter ( ( l ) => ! l ) . length',
]
const ACTS = [
  'eval("x")',
  'process.exit()',
  '(process.env)',
  'child_process.execSync("x")',
  'fs.rmSync("x")',
  '(fs["rmSync"])',
  '"".constructor.constructor("x")()',
  '.constructor("x")',
  'crypto.createSign("x")',
  'Buffer.from("x").buffer',
  'import("x")',
  '`${eval(1)}`',
]

describe('JavaScript that only looks values up', () => {
  it.each(LOOKUPS)('%s', (code) => expect(lookupIn(code)).toBeDefined())

  it.each(ACTS)('is no such text with %s anywhere in it, in place of a word or beside it', (act) => {
    for (const code of LOOKUPS) {
      const words = code.split(' ')
      for (let at = 0; at <= words.length; at++)
        for (const instead of [0, 1, 2])
          expect(lookupIn([...words.slice(0, at), act, ...words.slice(at + instead)].join(' '))).toBeUndefined()
    }
  })

  it('tells which files it looks at', () => {
    expect(lookupIn('[require("./a.json"), fs.statSync("b").size, require("fs").existsSync("c/d")]')).toEqual({
      loaded: ['./a.json'],
      read: ['b', 'c/d'],
    })
    expect(lookupIn('os.cpus()')).toEqual({ loaded: [], read: [] })
    expect(lookupIn('')).toBeUndefined()
  })
})
