import { expect, it } from 'vitest'
import { Recent } from './recent.ts'

it('keeps the latest, at least so many and at most twice as many', () => {
  const recent = new Recent<number>(100)
  for (let n = 0; n < 1_050; n++) {
    recent.set(String(n), n)
    for (let back = 0; back < Math.min(n, 100); back++) expect(recent.get(String(n - back))).toBe(n - back)
    expect(recent.get(String(n - 200))).toBeUndefined()
  }
  recent.delete('1049')
  expect(recent.get('1049')).toBeUndefined()
})
