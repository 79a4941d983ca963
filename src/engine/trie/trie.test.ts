import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bucket, Filed, Search } from './bucket.ts'
import { Keyed } from './keyed.ts'
import { PathTrie } from './paths.ts'
import { foldsFor } from '../match/fold.ts'
import type { FileAccess } from '../effect.ts'
import { Place, placeOf } from './place.ts'

const name = fc.oneof(fc.string({ maxLength: 6 }), fc.nat(9999).map(String), fc.string({ unit: 'grapheme' }))

test('a table answers as a map would, however many names it holds', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 600, size: 'max' }), fc.array(name, { maxLength: 60 }), (keys, others) => {
      const map = new Map(keys.map((key, at) => [key, at]))
      const table = new Keyed<number>()
      for (const [key, value] of map) table.set(key, value)
      for (const key of [...keys, ...others]) expect(table.get(key)).toBe(map.get(key))
    }),
    { numRuns: 200, seed: 20261116 },
  )
})

/** Keeps the first denial it is shown, as a decision does. */
class Counting implements Search<Filed> {
  readonly settled = false
  looked = 0
  #first = Infinity

  hopes(deny: number): boolean {
    return deny < this.#first
  }

  consider(bucket: Bucket<Filed>): void {
    this.considerPossible(bucket)
  }

  considerPossible(bucket: Bucket<Filed>): void {
    this.looked++
    this.#first = Math.min(this.#first, ...bucket.map(({ order }) => order))
  }
}

test.each([true, false])(
  'a folder that is written as a whole is not held against every rule below it, deep %s',
  (deep) => {
    const paths = new PathTrie<Filed>()
    for (let order = 0; order < 5000; order++)
      paths.add(
        { base: `/project/${order % 70}/${4999 - order}`, name: undefined, ending: undefined, beyond: undefined, deep },
        { denies: true, order },
      )
    const search = new Counting()
    paths.findBelow(new Place('/project'), search)
    expect(search.looked).toBe(1)
    const other = new Counting()
    paths.findMeeting(new Place('/project/1*'), true, other)
    expect(other.looked).toBeLessThan(70)
  },
)

test('a changed copy of a file access is looked up where the copy lies, by its own spelling, and prints no place', () => {
  const exact = foldsFor({ caseInsensitive: false, root: '/p' })
  const loose = foldsFor({ caseInsensitive: true, root: '/p' })
  const access: FileAccess = {
    type: 'read',
    path: '/p/Link',
    real: '/p/Secret',
    reach: 'exact',
    certain: true,
    harmless: true,
    of: 0,
  }
  const lies = (one: FileAccess, folds = exact) => {
    const place = placeOf(one, folds)
    return [place, ...place.others].map(({ text }) => text)
  }
  expect(lies(access)).toEqual(['/p/Link', '/p/Secret'])
  expect(placeOf(access, exact)).toBe(access.place)
  expect(lies({ ...access, path: access.real })).toEqual(['/p/Secret'])
  expect(lies({ ...access, real: access.path })).toEqual(['/p/Link'])
  expect(lies(access, loose)).toEqual(['/p/link', '/p/secret'])
  expect(lies({ ...access, path: '/p/Maß', real: '/p/Maß' }, loose)).toEqual(['/p/maß', '/p/mass'])
  expect(Object.keys(JSON.parse(JSON.stringify(access)))).not.toContain('place')
})
