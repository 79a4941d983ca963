/** Part of the store's contract: profiles. */

import { expect, test } from 'vitest'
import type { Places } from './place.ts'
import { NOW } from './samples.ts'

export function profileContract(places: Places): void {
  test('profiles are saved, replaced, listed by name and removed', async () => {
    const store = await places.fresh()
    const other = await places.again(store)
    await store.profiles.save({ name: 'work', body: '{"v":1}', savedAt: NOW })
    await store.profiles.save({ name: 'Home', body: '{"ü":"\\u0000"}', savedAt: NOW })
    await other.profiles.save({ name: 'work', body: '{"v":2}', savedAt: NOW + 1 })
    expect(await store.profiles.get('work')).toEqual({ name: 'work', body: '{"v":2}', savedAt: NOW + 1 })
    expect((await other.profiles.list()).map(({ name }) => name)).toEqual(['Home', 'work'])
    expect(await store.profiles.remove('work')).toBe(true)
    expect(await store.profiles.remove('work')).toBe(false)
    expect(await other.profiles.get('work')).toBeUndefined()
    expect(await other.profiles.get('w\0')).toBeUndefined()
  })

  test.each([
    ['no name', { name: '' }],
    ['a name without end', { name: 'x'.repeat(5000) }],
    ['a body with a NUL', { body: '\0' }],
  ])('%s is refused in words', async (_, change) => {
    const store = await places.fresh()
    const saving = store.profiles.save({ name: 'work', body: '{}', savedAt: NOW, ...change })
    await expect(saving).rejects.toMatchObject({ name: 'StoreError', code: 'invalid' })
    expect(await store.profiles.list()).toEqual([])
  })
}
