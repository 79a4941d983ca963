/**
 * Texts that count as mere look-ups are parsed by every Python of this machine: where Countersign cuts a text up
 * otherwise, code would stand where it reads a text.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pythonReads } from '../../src/effects/catalogue/grammars/python-lookup.ts'
import {
  ATTRIBUTES,
  CODING,
  FUNCTIONS,
  METHODS,
  MODULES,
  PATH_READS,
  PATH_TELLS,
  SYS,
} from '../../src/effects/catalogue/grammars/python-names.ts'

const PYTHONS =
  'python2 python3 python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14'
    .split(' ')
    .filter((name) => spawnSync(name, ['-c', '']).status === 0)
const EDITED = 20_000
const MADE = 100_000

const LOOKUPS = [
  'import json, sys\nd = json.load(open("a"))\nprint(d.get("v", 1), sys.version, sep="")',
  'from collections import Counter, defaultdict\nc = defaultdict(list)\nfor l in open("a"): c[l[0]].append(l.strip())\nprint(Counter(len(v) for v in c.values()))',
  'def f(a, b="x"):\n    """doc"""\n    # c\n    return [a for a in b if a] # d\nprint(f("""q""", b=\'\'\'w\'\'\'))',
  'try: x = 1\nexcept (KeyError, ValueError) as e: print(e)\nfinally: pass',
  'for n in ["a", "b"]: print(n, open(n).read())',
  'import re\nprint(re.sub("x", "y", open("a").read()), re.compile("x").sub("", "x"))',
  'from pathlib import Path\nimport os\nprint(Path("a").read_text(), os.environ["HOME"], os.path.join("a", "b"))',
  'x = []\nx.append(1); x.sort(key=lambda y: -y); x.pop()\nprint(x, {**{1: 2}}, max({1: 2}, key=d.get)); d = {}',
  'x = """a"""\nprint(x, r"\\d", b"x", f"{x:>5}", f\'{x["a"]}\')',
  'd = {}\nd["a"]["b"] = """x"""\nprint(d[1:2], d[::2], "a")',
  'import re\nfor i, (k, v) in enumerate({1: (2, 3)}.items()):\n    if k:\n        print(f"{i} {k!r} {v}")\n    else:\n        continue',
]
const PIECES =
  `" ' """ ''' \\ \\" \\' r f b rf u F R B { } {{ }} # [ ] ( ) , : = + ; . e 0 _ @ * ** := -> !r exec(1) __import__("os") os.system(1)
  open("x","w") x lambda if else in for "a" 'b' 1if 0x 1_0 1e5 0or ~ ... << % & | a.b x[0]`
    .split(/\s+/u)
    .concat(' ', '\t', '\n', '\\\n', '`x`')

const word = fc.constantFrom(...PIECES)
const edit = fc.record({ at: fc.nat(400), taken: fc.nat(3), put: fc.array(word, { maxLength: 2 }) })
const edited = fc
  .tuple(fc.constantFrom(...LOOKUPS), fc.array(edit, { minLength: 1, maxLength: 5 }))
  .map(([text, edits]) =>
    edits.reduce((whole, { at, taken, put }) => {
      const from = at % (whole.length + 1)
      return whole.slice(0, from) + put.join('') + whole.slice(from + taken)
    }, text),
  )

/** Python in which something is called between texts of all kinds, whatever stands in these. */
const inText = fc.constantFrom(...`" ' "" \\" \\' \\\\ 0 x , ] [ ( ) # {x} {{ { f' r"`.split(' '), ' ', '\n', '\\\n')
const literal = fc
  .record({
    prefix: fc.constantFrom('', '', '', 'r', 'f', 'b', 'rf', 'fr', 'u', 'R', 'F'),
    quote: fc.constantFrom('"', "'", '"""', "'''"),
    pieces: fc.array(inText, { maxLength: 4 }),
  })
  .map(({ prefix, quote, pieces }) => prefix + quote + pieces.join('') + quote)
const item = fc.tuple(fc.constantFrom(',', ',', ' ', '+', ':'), fc.oneof(literal, literal, fc.constantFrom('0', 'x')))
const made = fc
  .record({
    around: fc.constantFrom('x[•]', 'print(•)', 'y = •', 'x[•] = 1', 'x = [•]', 'x = {•}', 'x[0][•].get(1)'),
    before: fc.array(item, { maxLength: 3 }),
    after: fc.array(item, { maxLength: 3 }),
    comment: fc.constantFrom('', '', ' # "', " # '", ' # """', " # '''"),
  })
  .map(({ around, before, after, comment }) => {
    const items = [...before, [',', 'exec(1)'] as const, ...after].map(([sign, text], at) =>
      at === 0 ? text : sign + text,
    )
    return `x = {}; ${around.replace('•', () => items.join(''))}${comment}`
  })

if (PYTHONS.length === 0) {
  const left = 'Python is left out, what it finds in texts is not tested: there is no python here'
  if (process.env['CI']) throw new Error(left)
  it.skip(left)
}

describe.runIf(PYTHONS.length > 0)('python that only looks values up', () => {
  const tried = [...LOOKUPS, ...fc.sample(edited, EDITED), ...fc.sample(made, MADE)]
  const lookups = [...new Set(tried)].filter((text) => pythonReads(text))

  it.each(PYTHONS)('calls nothing else, as %s parses it', (python) => {
    expect(lookups.length).toBeGreaterThan(LOOKUPS.length)
    expect(moreThanListed(python, lookups)).toEqual([])
  })

  it.each(PYTHONS)('would be found out by %s', (python) => {
    const acts = [
      'exec_(1)',
      'import os as x',
      'x = y.extend_',
      '(lambda: 1)()',
      'from os import system',
      '__x__',
      'f(**x)',
    ]
    expect(moreThanListed(python, acts).map(([, text]) => text)).toEqual(acts)
  })
})

function moreThanListed(python: string, found: readonly string[]): readonly (readonly [string, string])[] {
  const words = (list: string) => list.split(/\s+/u)
  const input = {
    functions: [...words(FUNCTIONS), 'f', 'type', 'map', 'filter', 'open', 'isinstance'],
    members: words(`${METHODS} ${CODING} ${ATTRIBUTES} ${SYS} ${PATH_READS} ${PATH_TELLS} sub path environ getenv
      JSONDecodeError error`),
    modules: Object.fromEntries(Object.entries(MODULES).map(([name, calls]) => [name, words(calls)])),
    texts: found,
  }
  const script = join(import.meta.dirname, 'python_texts.py')
  const { stdout, stderr } = spawnSync(python, [script], { input: JSON.stringify(input), encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as readonly (readonly [string, string])[]
}
