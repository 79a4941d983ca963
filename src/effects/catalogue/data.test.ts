import { describe, expect, it } from 'vitest'
import { compile, type Flag, parseFlags } from './compile.ts'
import { FAMILIES, findProgram } from './programs.ts'
import type { Spec } from './spec.ts'

const ROLES = 'trRmMwcdDusSafgox?'

describe('the catalogue as data', () => {
  it('names no program twice', () => {
    const names = FAMILIES.flatMap((family) => Object.keys(family).flatMap((key) => key.split(' ')))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('has no alias that leads nowhere', () => {
    const lost = FAMILIES.flatMap((family) => Object.entries(family))
      .filter(([key, spec]) => typeof spec === 'string' && key.split(' ').some((name) => !findProgram(name)))
      .map(([key]) => key)
    expect(lost).toEqual([])
  })

  it.each(everySpec())('%s: flags parse and none is both harmless and harmful', (_, spec) => {
    const flags = parseFlags(spec.flags ?? '')
    expect(flags.filter((flag) => !wellFormed(flag)).map((flag) => flag.names.join())).toEqual([])
    expect(contradictions(flags)).toEqual([])
  })

  it.each(everySpec())('%s: roles are known and named flags exist', (_, spec) => {
    const roles = (spec.args ?? '').split(' ').filter(Boolean)
    expect(roles.filter((role) => !/^.\*?$/u.test(role) || !ROLES.includes(role.charAt(0)))).toEqual([])
    expect(roles.filter((role) => role.endsWith('*')).length).toBeLessThan(2)
    const { flags } = compile(spec)
    const named = [spec.tree, spec.shift, spec.target, spec.needs, spec.must, spec.asks].flatMap(
      (text) => text?.split(' ') ?? [],
    )
    expect(named.filter((name) => !flags.has(name))).toEqual([])
  })

  it.each(everySpec())('%s: subcommands are named once and aliases lead somewhere', (_, spec) => {
    const keys = Object.keys(spec.subs ?? {}).flatMap((key) => key.split(' '))
    expect(keys.filter((name, at) => keys.indexOf(name) !== at)).toEqual([])
    const aliases = Object.values(spec.subs ?? {}).filter((sub) => typeof sub === 'string')
    expect(aliases.filter((alias) => !keys.includes(alias.slice(1)))).toEqual([])
  })
})

function everySpec(): [string, Spec][] {
  return FAMILIES.flatMap((family) => Object.entries(family)).flatMap(([name, spec]) =>
    typeof spec === 'string' ? [] : withSubs(name.split(' ')[0] ?? '', spec),
  )
}

function withSubs(name: string, spec: Spec): [string, Spec][] {
  const inner = Object.entries(spec.subs ?? {}).flatMap(([key, sub]) =>
    typeof sub === 'string' ? [] : withSubs(`${name} ${key.split(' ')[0]}`, sub),
  )
  return [[name, spec], ...inner]
}

function wellFormed(flag: Flag): boolean {
  return (
    flag.role.length === 1 &&
    ROLES.includes(flag.role) &&
    flag.names.every((name) => /^(?:--?|\+)[^\s,!]+$/u.test(name))
  )
}

/** A name given twice must mean the same both times. */
function contradictions(flags: readonly Flag[]): string[] {
  const seen = new Map<string, Flag>()
  const bad: string[] = []
  for (const flag of flags) {
    for (const name of flag.names) {
      const before = seen.get(name)
      if (before && (before.harm !== flag.harm || (before.arity === 1) !== (flag.arity === 1))) bad.push(name)
      seen.set(name, flag)
    }
  }
  return bad
}
