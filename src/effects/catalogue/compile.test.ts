import { expect, test } from 'vitest'
import { compile, findSub } from './compile.ts'
import { FAMILIES } from './programs.ts'
import type { Spec } from './spec.ts'

/** Every name of a spec's subcommands, and the name it is known by. */
function namesOf(subs: NonNullable<Spec['subs']>): [name: string, meant: string][] {
  return Object.entries(subs).flatMap(([key, spec]) =>
    key.split(' ').map((name): [string, string] => [name, typeof spec === 'string' ? spec.slice(1) : name]),
  )
}

test('a subcommand is found by every name, first or after one that nobody knows', () => {
  for (const [family] of FAMILIES) {
    for (const spec of Object.values(family())) {
      if (typeof spec === 'string' || spec.subs === undefined) continue
      const [fresh, asked] = [compile(spec), compile(spec)]
      asked.subs?.get('no such subcommand')
      asked.subs?.get('')
      for (const [name, meant] of namesOf(spec.subs)) {
        expect(fresh.subs?.get(name)?.name, name).toBe(meant)
        expect(asked.subs?.get(name)?.name, name).toBe(meant)
        expect(fresh.subs?.get(name)).toBe(fresh.subs?.get(meant))
      }
    }
  }
})

test('an alias that leads nowhere, or in a circle, is unknown', () => {
  const table = compile({ subs: { a: '=b', c: '=d', d: '=c', e: {} } })
  for (const name of ['c', 'a', 'b', 'd', 'e f', ' ', 'c']) expect(findSub(table, name), name).toBeUndefined()
  expect(findSub(table, 'e')?.name).toBe('e')
})
