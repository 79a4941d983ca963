import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bucket, Filed, Search } from './bucket.ts'
import { Keyed } from './keyed.ts'
import { PathTrie } from './paths.ts'
import { Place } from './place.ts'

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
