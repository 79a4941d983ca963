/** A client wired the way a user does it: a policy in the user's configuration, and `countersign init`. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.mjs'

export const COUNTERSIGN = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url))

const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url))

/** The way clients name the packages that hold their programs. */
export const PLATFORM = `${process.platform}-${process.arch}`

/** A package's executable, not the script around it: killing the script would leave the executable running. */
export function programOf(packageName, ...path) {
  return join(PACKAGES, packageName, ...path)
}

export function writePolicy(place, policy) {
  const folder = join(place.home, '.config', 'countersign')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy))
}

export async function init(place, agent, env = {}) {
  const args = [COUNTERSIGN, 'init', '--agent', agent, '--yes', '--json']
  const ended = await run(process.execPath, args, { cwd: place.project, env: { ...place.env, ...env } })
  if (ended.code !== 0) throw new Error(`init ended with ${ended.code}: ${ended.stdout}${ended.stderr}`)
}

/** What the gate put on record, oldest first: the tool and what was decided. */
export async function recorded(place) {
  const args = [COUNTERSIGN, 'audit', 'export']
  const { stdout, code, stderr } = await run(process.execPath, args, { cwd: place.project, env: place.env })
  if (code !== 0) throw new Error(`audit export ended with ${code}: ${stderr}`)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'decision')
    .map(({ body }) => ({
      tool: body.call.tool,
      subagent: body.call.subagent,
      behavior: body.behavior,
      code: body.code,
    }))
}

/** Puts another program in place of ours in a settings file, to see a hook that fails. */
export function replaceHook(file, command) {
  changeHook(file, () => command)
}

/** Its disk is full: no file that it writes can hold a single byte. */
export function narrowHook(file) {
  changeHook(file, (line) => `ulimit -f 0; ${line}`)
}

/** It never ends, and its client waits only one second (Gemini counts in milliseconds). */
export function hurryHook(file, second = 1) {
  replaceHook(file, 'sleep 300')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"(timeout|timeoutSec)": *\d+/g, `"$1": ${second}`))
}

function changeHook(file, change) {
  const text = readFileSync(file, 'utf8')
  const changed = text.replaceAll(
    /"(command|bash)": *("(?:[^"\\]|\\.)*")/g,
    (_, key, line) => `"${key}": ${JSON.stringify(change(JSON.parse(line)))}`,
  )
  if (changed === text) throw new Error(`${file} has no hook`)
  writeFileSync(file, changed)
}

/** Nothing can be recorded any more: there is a file where the folder should be. */
export function spoilState(place) {
  const parent = join(place.home, '.local', 'state')
  rmSync(join(parent, 'countersign'), { recursive: true, force: true })
  mkdirSync(parent, { recursive: true })
  writeFileSync(join(parent, 'countersign'), 'a file where a folder should be')
}
