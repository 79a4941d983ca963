import { expect, test } from 'vitest'
import { GateFailure } from '../gate/failure.ts'
import { StoreError } from '../store/error.ts'
import { describe, problemOf } from './problem.ts'

test('a person is told what is the matter with the store or the key, and nothing of what nobody foresaw', () => {
  const down = new StoreError('unreachable', 'postgres://db/countersign: there is no server')
  expect(describe(new GateFailure('store', down))).toMatchObject({ status: 500, code: 'failed', detail: down.message })
  const key = Object.assign(new Error('The audit key can be used by others'), { name: 'KeyError' })
  expect(describe(key)).toMatchObject({ status: 500, detail: key.message })
  expect(describe(new TypeError('x is not a function')).detail).toBe('The server failed; its own log says more.')
})

test('a problem begins like a sentence, unless it begins with a path or an address', () => {
  const told = (text: string) => problemOf('not-offered', text).detail
  expect(told('a name has 64 letters')).toBe('A name has 64 letters')
  expect(told('/x is as it was: did you mean `y`?.')).toBe('/x is as it was: did you mean `y`?')
  expect(told('postgres://db: there is no server')).toBe('postgres://db: there is no server')
})
