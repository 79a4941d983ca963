/**
 * Gemini CLI's own policy engine, asked about the files we read and the files we write.
 *
 * It also lets commands pass by a list of its own, whatever its rules say: an engine without rules tells which.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PolicyDecision, PolicyEngine } from '@google/gemini-cli-core'
import { afterAll, describe, expect, test } from 'vitest'
import { loadPoliciesFromToml } from '../node_modules/@google/gemini-cli-core/dist/src/policy/toml-loader.js'
import { GEMINI_DIALECT } from '../../../src/dialects/gemini/index.ts'
import { callsFor } from '../../../src/dialects/proof/calls.ts'
import { compareImport } from '../../../src/dialects/proof/compare.ts'
import { decider, HERE, ourPolicy, policyOf, WHERE, writing } from '../../../test/dialects/deciding.ts'
import { GEMINI_SAMPLES } from '../../../test/dialects/gemini-samples.ts'
import { POLICIES } from '../../../test/dialects/policies.ts'

const NATIVE = {
  Bash: 'run_shell_command',
  Read: 'read_file',
  Write: 'write_file',
  Edit: 'replace',
  Grep: 'grep_search',
  Glob: 'glob',
  LS: 'list_directory',
  WebFetch: 'web_fetch',
  WebSearch: 'google_web_search',
  Skill: 'activate_skill',
  Task: 'invoke_agent',
}
const folders = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** The engine with one file as the user's policy. */
async function engineOf(text) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gemini-'))
  folders.push(folder)
  writeFileSync(join(folder, 'policy.toml'), text)
  const { rules, checkers, errors } = await loadPoliciesFromToml([folder], () => 4)
  return { errors, engine: new PolicyEngine({ rules, checkers, defaultDecision: PolicyDecision.ASK_USER }) }
}

function nativeOf({ tool, input }) {
  const [, server, name] = /^mcp__(.+?)__(.+)$/u.exec(tool) ?? []
  if (server !== undefined) return [{ name: `mcp_${server}_${name}`, args: { ...input } }, server]
  const { path, url, ...rest } = input
  const args = tool === 'WebFetch' ? { prompt: `x ${url}` } : path === undefined ? rest : { ...rest, dir_path: path }
  return [{ name: NATIVE[tool] ?? tool, args }, undefined]
}

async function decisions(engine, calls) {
  const found = new Map()
  for (const call of calls) {
    const [native, server] = nativeOf(call)
    const { decision } = await engine.check(native, server)
    found.set(call, decision === PolicyDecision.ALLOW ? 'allow' : decision === PolicyDecision.DENY ? 'deny' : 'none')
  }
  return found
}

const show = (calls) => calls.slice(0, 5).map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`)

describe('what is read', () => {
  for (const [name, { text }] of Object.entries(GEMINI_SAMPLES)) {
    test(`${name}: ours allows nothing that the engine does not`, async () => {
      const { document } = GEMINI_DIALECT.read(text, WHERE)
      const model = GEMINI_DIALECT.model(text, WHERE)
      const calls = callsFor(document.rules, HERE)
      const { engine } = await engineOf(text)
      const real = await decisions(engine, calls)
      // What stands in a line is asked of our evaluator, the line itself of the real one.
      const source = (call) => real.get(call) ?? model(call)
      const { lessSafe, ...counts } = compareImport(calls, source, decider(policyOf(document)), HERE.root)
      console.log(`gemini, real, import, ${name}: ${JSON.stringify({ ...counts, lessSafe: lessSafe.length })}`)
      expect(show(lessSafe)).toEqual([])
    })
  }
})

describe('what is written', () => {
  for (const [name, input] of Object.entries(POLICIES)) {
    test(`${name}: the engine reads it whole and allows nothing that the policy does not`, async () => {
      const policy = ourPolicy(input)
      const [{ text }] = GEMINI_DIALECT.write(policy, writing(policy)).files
      const { engine, errors } = await engineOf(text)
      expect(errors).toEqual([])
      const judge = decider(policy)
      const calls = callsFor(policy.rules, HERE)
      const real = await decisions(engine, calls)
      const allowed = calls.filter((call) => real.get(call) === 'allow')
      const without = await decisions((await engineOf('')).engine, allowed)
      const lessSafe = allowed.filter((call) => without.get(call) !== 'allow' && judge(call).behavior !== 'allow')
      console.log(
        `gemini, real, export, ${name}: ${calls.length} compared, ${allowed.length} allowed, ${lessSafe.length} less safe`,
      )
      expect(show(lessSafe)).toEqual([])
    })
  }
})
