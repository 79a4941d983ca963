/** Part of the test against real programs: lines that a program's own table suggests, the same in every run. */

import { compile, type Flag, type Table } from '../../src/effects/catalogue/compile.ts'
import { FAMILIES } from '../../src/effects/catalogue/programs.ts'
import type { Family, Spec } from '../../src/effects/catalogue/spec.ts'

/** What it is given where a flag wants a value, or as an operand: text, files of every kind, ways to name the secret. */
const VALUES = '1 x new.out a.txt sub json always %s -'
  .split(' ')
  .concat("'|touch pwned'", "'!touch pwned'", "'touch pwned'")
const HIDDEN = '../home/.netrc sub/../../home/.netrc @../home/.netrc file:../home/.netrc file://../home/.netrc'.split(
  ' ',
)
const OPERANDS = ['', 'a.txt', 'a.txt b.txt', 'sub', 'a.txt new.out', 'x a.txt', '.', 'a.gz', 'a.tar', 'a.json', '1']

/** Those of the families, by name; of several names that share a table, each. */
export function* programs(families: readonly (() => Family)[]): Generator<readonly [name: string, spec: Spec]> {
  const chosen = new Set(families.map((family) => Object.keys(family()).join()))
  for (const [family] of FAMILIES) {
    const specs = family()
    if (!chosen.has(Object.keys(specs).join())) continue
    for (const [names, spec] of Object.entries(specs))
      for (const name of names.split(' ')) yield [name, typeof spec === 'string' ? meant(specs, spec) : spec]
  }
}

function meant(specs: Family, alias: string): Spec {
  const found = Object.entries(specs).find(([names]) => names.split(' ').includes(alias.slice(1)))?.[1]
  if (found === undefined || typeof found === 'string') throw new Error(`${alias} leads nowhere`)
  return found
}

/** Endless: flags alone and together, with values, and each operand. */
export function* linesFor(name: string, spec: Spec): Generator<string> {
  const draw = generator(name)
  const levels = levelsOf(name, compile(spec), spec)
  for (;;) {
    const { words, flags } = draw(levels)
    const given: string[] = []
    for (let count = draw([0, 1, 1, 2, 2, 3]); count > 0 && flags.length > 0; count--)
      given.push(spelled(draw(flags), draw(draw([VALUES, VALUES, HIDDEN])), draw))
    const operands = draw([...OPERANDS, draw(HIDDEN)])
    const line = draw([true, true, true, false]) ? [words, ...given, operands] : [words, operands, ...given]
    yield line.filter((part) => part !== '').join(' ')
  }
}

interface Level {
  readonly words: string
  readonly flags: readonly Flag[]
}

function levelsOf(words: string, table: Table, spec: Spec): readonly Level[] {
  const own = { words, flags: [...new Set(table.flags.values())] }
  const below = Object.entries(spec.subs ?? {}).flatMap(([names, sub]) =>
    typeof sub === 'string' || names.includes('*')
      ? []
      : names.split(' ').flatMap((name) => levelsOf(`${words} ${name}`, compile(sub, table), sub)),
  )
  return [own, ...below]
}

function spelled({ names, arity }: Flag, value: string, draw: Draw): string {
  const name = draw(names)
  if (name === '-#') return '-3'
  if (arity === 0 || (arity === 2 && draw([true, false]))) return name
  if (arity === 2) return name.startsWith('--') ? `${name}=${value}` : `${name}${value}`
  return arity === 3
    ? `${name} x ${value}`
    : name.startsWith('--') && draw([true, false])
      ? `${name}=${value}`
      : `${name} ${value}`
}

type Draw = <T>(from: readonly T[]) => T

function generator(seed: string): Draw {
  let state = Buffer.from(seed).reduce((sum, code) => (Math.imul(sum, 31) + code) >>> 0, 7)
  return (from) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from[(state >>> 8) % from.length] as (typeof from)[number]
  }
}
