import { expect, it } from 'vitest'
import { Recent } from './recent.ts'

it('keeps the latest, at least so many and at most twice as many', () => {
  const recent = new Recent<number>(100)
  for (let n = 0; n < 1_050; n++) {
    recent.set(String(n), n)
    const latest = Array.from({ length: Math.min(n, 100) }, (_, back) => n - back)
    expect(latest.filter((one) => recent.get(String(one)) !== one)).toEqual([])
    expect(recent.get(String(n - 200))).toBeUndefined()
  }
  recent.delete('1049')
  expect(recent.get('1049')).toBeUndefined()
})
