import { describe, expect, it } from 'vitest'
import { findProgram } from './programs.ts'
import { TELLERS, tellsVersion } from './versions.ts'

describe('programs that only tell their version', () => {
  it('are known by that alone: of those in a table the table tells', () => {
    const names = Object.values(TELLERS).flatMap((text) => text.split(/\s+/u))
    expect(names.filter((name) => findProgram(name) !== undefined)).toEqual([])
  })

  it('are asked nothing else', () => {
    expect(tellsVersion(['hugo', 'version'])).toBe(true)
    expect(tellsVersion(['watch', '--version'])).toBe(true)
    for (const line of [
      'hugo',
      'hugo version x',
      'hugo --version',
      'watch --version ls',
      'watch version',
      'hugo toString',
    ])
      expect(tellsVersion(line.split(' '))).toBe(false)
    expect(tellsVersion(['hugo', null])).toBe(false)
    expect(tellsVersion([null, '--version'])).toBe(false)
  })
})
