import { describe, expect, it } from 'vitest'
import { pythonReads } from './python-lookup.ts'
import { pythonTokens } from './python-tokens.ts'

const LOOKUPS = [
  'import json, os, sys; d = json.load(sys.stdin); print(d["v"][0].get("x", 1), os.getcwd())',
  'import json\nwith open("a.json") as f:\n  d = json.load(f)\nfor k, (v, w) in d.items():\n  if v: c[k] = 1\n  else: n += 1\nc, n = {}, 0',
  'print(sorted([x for x in open("a") if not x], key=lambda x: -x[1])[1:2] if 1 else {1: (2, 3)}, sep="")',
  "import re, datetime, urllib.parse, sys\nm = re.search(r'x', b'y'.decode('utf-8')); print(m.group(1), datetime.datetime.now(), *[urllib.parse.quote(p) for p in 'x'])",
  "import sys; print(*sys.path, sys.version, sep='x', end=''.join([p.encode().hex() for p in sys.path]))",
  'print(isinstance(x, (dict, list)), type(x).__name__, f"{x:>5}"); x = [*range(3)]',
  'from collections import Counter, deque\nimport os, re, sys\ndef f(p, *q, n=1):\n  try:\n    return p.get(n, {**q}) ** 2\n  except (KeyError, ValueError) as e:\n    print(e, file=sys.stderr)\nf(1, n=Counter()); sys.exit(0)',
  'import re, pathlib, os\nt = []\nfor n in ["a", "b/c"]:\n  t.append(re.sub("x", "y", open(n).read()))\nwhile t: x = t.pop(); assert x, os.path.exists("a")\nprint(pathlib.Path("a").read_text(), list(map(str, t)), sorted(t, key=len))',
  "import statistics as s, urllib.parse as u, math\nfrom math import pi as circle, sqrt\nfrom datetime import datetime as d, timezone\nprint(s.mean([1]), u.quote('a'), math.pi, circle, sqrt(2), d.now(timezone.utc), bin(3))",
]
const ACTS = [
  'exec("x")',
  'os.system("x")',
  'json.codecs',
  '__import__("os")',
  'open("x", "w")',
  'd.format(1)',
  'lambda: 1',
  '(1)(2)',
  "f'{exec(1)}'",
]

describe('Python that only looks values up', () => {
  it.each(LOOKUPS)('%s', (code) => expect(pythonReads(code)).toBeDefined())

  it.each(ACTS)('is no such text with %s anywhere in it, in place of a word or beside it', (act) => {
    for (const code of LOOKUPS) {
      const tokens = pythonTokens(code) ?? []
      expect(tokens.length).toBeGreaterThan(20)
      for (let at = 0; at <= tokens.length; at++)
        for (const instead of [0, 1, 2])
          expect(pythonReads([...tokens.slice(0, at), act, ...tokens.slice(at + instead)].join(' '))).toBeUndefined()
    }
  })

  it('tells which files are read', () => {
    expect(pythonReads('a = open("x").read(); print(f"{open(\'y/z\').read()}")')).toMatchObject({
      read: ['x', 'y/z'],
      listed: [],
    })
    expect(pythonReads('print(1)')).toMatchObject({ read: [], listed: [] })
    expect(pythonReads('import os; print(os.path.isfile("x")); p = "y"; print(open(p).read())')).toMatchObject({
      read: ['y'],
      listed: ['x'],
    })
    expect(pythonReads('')).toBeUndefined()
    expect(pythonReads(`print(${'('.repeat(500)}1${')'.repeat(500)})`)).toBeUndefined()
  })
})
