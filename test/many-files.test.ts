import { expect, test } from 'vitest'
import { createEngine } from '../src/index.ts'
import { cpuNow } from './cpu.ts'

const engine = createEngine({ cwd: '/srv/project', home: '/home/user' })

function patchOf(files: number): string {
  const changes = Array.from({ length: files }, (_, at) => `*** Update File: src/d${at}/a.ts\n@@\n-x\n+y\n`)
  return `*** Begin Patch\n${changes.join('')}*** End Patch`
}

/** A hook that is late is no denial to most agents. */
test('a call that names thousands of files is answered, and explained, in time', () => {
  const call = { tool: 'apply_patch', agent: 'codex', input: { input: patchOf(10_000) } }
  const began = cpuNow()
  const verdict = engine.decide(call)
  expect(verdict.behavior).toBe('ask')
  expect(engine.suggest(verdict)).toEqual([])
  engine.explain(call)
  expect(cpuNow() - began).toBeLessThan(5000)
})

test('no more rules are offered at one click than a person looks over', () => {
  const offered = (files: number) =>
    engine.suggest(engine.decide({ tool: 'apply_patch', agent: 'codex', input: { input: patchOf(files) } }))
  expect(offered(32)[0]?.rules).toHaveLength(32)
  expect(offered(33)).toEqual([])
})

test('what one rule covers is offered for however many files', () => {
  const paths = Array.from({ length: 500 }, (_, at) => `src/a${at}.ts`)
  const verdict = engine.decide({ tool: 'read_many_files', agent: 'gemini', input: { paths } })
  expect(engine.suggest(verdict).map(({ rules }) => rules)).toEqual([['Read(./src/**)'], ['Read(./**)']])
})
