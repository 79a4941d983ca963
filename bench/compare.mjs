/**
 * What a change does to verdicts and to their cost: compares this build with that of another revision, over all corpora
 * and under several policies.
 *
 *     npm run compare -- [REVISION] [--most N]
 *
 * REVISION (by default HEAD) is checked out and built in a folder of its own. Printed are each line on which the two
 * builds differ, with both verdicts, and the cost of a line that was not read before, with rounds interleaved in one
 * process. A change that should not affect verdicts must print no line; for one that loosens them, read every line.
 * Commands of the corpora are data: none is run.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { interleaved } from './clock.mjs'
import { calls, rules } from './stream.mjs'

const PLACE = { cwd: '/srv/project', home: '/home/user' }
const root = fileURLToPath(new URL('..', import.meta.url))
const {
  values: { most },
  positionals: [revision = 'HEAD'],
} = parseArgs({ allowPositionals: true, options: { most: { type: 'string', default: '40' } } })

/**
 * One policy for each way in which a line can be allowed: by what it is, by a broad rule beside restrictions, by a
 * mode.
 */
const POLICIES = {
  'no rules': {},
  'all of the shell, beside denials': {
    allow: ['shell', 'Read', 'Write', 'WebFetch'],
    ask: ['shell(git push:*)'],
    deny: ['shell(rm:*)', 'shell(sudo:*)', 'read(.env)', 'write(.git/**)', 'WebFetch(domain:evil.example)'],
  },
  'reading, beside a denial': { deny: ['read(secret/**)'] },
  'edits accepted': { mode: 'acceptEdits', allow: ['shell(npm run:*)'] },
}
const STRICTER = { allow: 0, ask: 1, deny: 2 }

const folder = mkdtempSync(join(tmpdir(), 'countersign-compare-'))
try {
  const before = await engineOf(checkedOut(revision, folder))
  const now = await engineOf(root)
  const lines = linesOf(join(root, 'spec', 'corpus'))
  console.log(`${lines.length.toLocaleString('en')} lines, ${revision} and now`)
  for (const [name, policy] of Object.entries(POLICIES))
    for (const agent of [undefined, 'claude-code'])
      tell(`${name}${agent ? `, ${agent}` : ''}`, differing(policy, agent))
  tellCost()

  function differing(policy, agent) {
    const [was, is] = [before, now].map(({ createEngine }) => createEngine({ ...PLACE, policy }))
    return lines.flatMap((command) => {
      const call = { tool: 'Bash', input: { command }, ...(agent && { agent }) }
      const [old, fresh] = [was.decide(call), is.decide(call)]
      return said(old) === said(fresh) ? [] : [{ command, old, fresh }]
    })
  }

  function tellCost() {
    const stream = (round) => [...new Set(calls(700 + round).flatMap(({ input }) => input.command ?? []))]
    const contestant = ({ createEngine }) => {
      return (round) => {
        const engine = createEngine({ ...PLACE, policy: rules(10) })
        // Each has its own, made before the time is taken: the first to go must not pay for both.
        const lines = stream(round)
        return () => lines.forEach((command) => engine.decide({ tool: 'Bash', input: { command } }))
      }
    }
    const times = interleaved({ before: contestant(before), now: contestant(now) }, { rounds: 31, warmUp: 20 })
    const [old, fresh] = [times.before, times.now].map((time) => (time / stream(0).length).toFixed(1))
    console.log(`\na new line of the stream: ${old} µs, now ${fresh} (x${(times.now / times.before).toFixed(3)})`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  git('worktree', 'prune')
}

function checkedOut(name, place) {
  const there = join(place, 'checkout')
  git('worktree', 'add', '--quiet', '--detach', there, name)
  run('npm', ['ci', '--silent', '--no-audit', '--no-fund'], there)
  return there
}

function engineOf(place) {
  return import(pathToFileURL(join(place, 'dist/lib/index.js')).href)
}

function linesOf(corpus) {
  const files = readdirSync(corpus).filter((name) => name.endsWith('.jsonl'))
  const all = files.flatMap((name) => readFileSync(join(corpus, name), 'utf8').trim().split('\n'))
  const commands = all
    .map((line) => JSON.parse(line))
    .map(({ command, call, input }) => command ?? call?.input?.command ?? input)
  return [...new Set(commands.filter((one) => typeof one === 'string'))]
}

function said({ behavior, safety, reading }) {
  return `${behavior}${safety ? ', a safety ask' : ''}; ${dangersOf(reading)}`
}

function dangersOf({ dangers }) {
  return dangers.map(({ category, severity }) => `${severity} ${category}`).join(', ')
}

function tell(name, all) {
  const kind = ({ old, fresh }) => Math.sign(STRICTER[fresh.behavior] - STRICTER[old.behavior])
  const counted = (sign) => all.filter((one) => kind(one) === sign)
  const [looser, same, stricter] = [-1, 0, 1].map(counted)
  console.log(`\n${name}: ${looser.length} looser, ${stricter.length} stricter, ${same.length} told otherwise`)
  for (const { command, old, fresh } of [...looser, ...stricter, ...same].slice(0, Number(most)))
    console.log(`  ${said(old)} -> ${said(fresh)}   ${JSON.stringify(command)}`)
}

function git(...args) {
  run('git', args, root)
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`)
}
