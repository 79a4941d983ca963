import { expect, test } from 'vitest'
import { MAX_LENGTH } from '../syntax/reader.ts'
import { filtered } from './filtered.ts'

test.each([
  [['base64', '-d'], 'cm0geA==', 'rm x'],
  [['base64', '-di'], 'cm0\ngeA', 'rm x'],
  [['openssl', 'enc', '-d', '-a'], 'cm0geA==', 'rm x'],
  [['xxd', '-r', '-p'], '726d 2078', 'rm x'],
  [['xxd', '-rp'], '726d2078', 'rm x'],
  [['rev'], 'x mr\ny', 'rm x\ny'],
  [['tr', 'a-z', 'b-za'], 'ql w', 'rm x'],
  [['tr', '[:upper:]', '[:lower:]'], 'RM X', 'rm x'],
  [['tr', '-d', '_'], 'r_m x', 'rm x'],
  [['sed', 's/q/r/'], 'qm x', 'rm x'],
  [['cat', '-'], 'rm x', 'rm x'],
])('%j makes %j of it', (argv, text, made) => {
  expect(filtered(argv, text)).toBe(made)
})

test.each([[['base64']], [['base64', '-d', 'file']], [['cat', 'file']], [['xxd']], [['tr', null]], [['wc']]])(
  '%j is not followed',
  (argv) => {
    expect(filtered(argv, 'cm0geA==')).toBeUndefined()
  },
)

test('a few letters that become many end where they are too long to be read', () => {
  const made = filtered(['sed', `s/a/${'b'.repeat(8000)}/g`], 'a'.repeat(100_000)) ?? ''
  expect(made.length).toBeGreaterThan(MAX_LENGTH)
  expect(made.length).toBeLessThan(2 * MAX_LENGTH)
})
