import { describe, expect, it } from 'vitest'
import { compile, type Flag, parseFlags } from './compile.ts'
import { INSIDE, WRITTEN } from './guesses/named-list.ts'
import { FAMILIES, findProgram } from './programs.ts'
import type { Spec } from './spec.ts'

const ROLES = 'trRmMwcdDeusSabkfgohinpqvx?'

describe('the catalogue as data', () => {
  it('has an index that says who knows which program', () => {
    const wrong = FAMILIES.filter(
      ([family, names]) => names.split(/\s+/u).join(' ') !== Object.keys(family()).join(' '),
    )
    expect(wrong.map(([family]) => [family.name, Object.keys(family()).join(' ')])).toEqual([])
  })

  it('searches words for names of files by patterns that come to an end', () => {
    const patterns = [...INSIDE, ...WRITTEN].flatMap(([, patterns]) => patterns)
    expect(patterns.filter(({ global, sticky }) => !global || sticky)).toEqual([])
  })

  it('names no program twice', () => {
    const names = FAMILIES.flatMap(([, names]) => names.split(/\s+/u))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('has no alias that leads nowhere', () => {
    const lost = FAMILIES.flatMap(([family]) => Object.entries(family()))
      .filter(([key, spec]) => typeof spec === 'string' && key.split(' ').some((name) => !findProgram(name)))
      .map(([key]) => key)
    expect(lost).toEqual([])
  })

  it('has flags that parse, none of them both harmless and harmful', () => {
    const wrong = everySpec().flatMap(([name, spec]) => {
      const flags = parseFlags(spec.flags ?? '')
      const malformed = flags.filter((flag) => !wellFormed(flag)).map((flag) => flag.names.join())
      return [...malformed, ...contradictions(flags)].map((flag) => `${name} ${flag}`)
    })
    expect(wrong).toEqual([])
  })

  it('gives operands known roles, at most one of them repeated', () => {
    const wrong = everySpec().filter(([, spec]) => {
      const roles = (spec.args ?? '').split(' ').filter(Boolean)
      const unknown = roles.some((role) => !/^.\*?$/u.test(role) || !ROLES.includes(role.charAt(0)))
      return unknown || roles.filter((role) => role.endsWith('*')).length > 1
    })
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  it('names no flag in a condition that its table lacks', () => {
    const wrong = everySpec().flatMap(([name, spec]) => {
      const { flags } = compile(spec)
      const named = [spec.tree, spec.shift, spec.free, spec.target, spec.needs, spec.must, spec.asks]
      return named
        .flatMap((text) => text?.split(' ') ?? [])
        .flatMap((flag) => (flags.has(flag) ? [] : [`${name} ${flag}`]))
    })
    expect(wrong).toEqual([])
  })

  it('names no subcommand twice, and no alias that leads nowhere', () => {
    const wrong = everySpec().flatMap(([name, { subs = {} }]) => {
      const keys = Object.keys(subs).flatMap((key) => key.split(' '))
      const aliases = Object.values(subs).filter((sub) => typeof sub === 'string')
      const lost = aliases.filter((alias) => !keys.includes(alias.slice(1)))
      return [...keys.filter((key, at) => keys.indexOf(key) !== at), ...lost].map((key) => `${name} ${key}`)
    })
    expect(wrong).toEqual([])
  })
})

function everySpec(): [string, Spec][] {
  return FAMILIES.flatMap(([family]) => Object.entries(family())).flatMap(([name, spec]) =>
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
  return flag.role.length === 1 && ROLES.includes(flag.role) && flag.names.every((name) => /^--?[^\s,!]+$/u.test(name))
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
