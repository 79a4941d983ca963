/**
 * Part of the build: writes the licences of the packages whose code is in the published files, as those licences
 * require.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './bundle-cli.mjs'

/** `outputs`: the output of each bundler run. */
export function writeNotices(file, outputs) {
  const modules = outputs.flat().flatMap(({ moduleIds }) => moduleIds ?? [])
  const names = modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [])
  const notices = [...new Set(names)].toSorted((a, b) => a.localeCompare(b)).map(noticeOf)
  writeFileSync(file, `Code of these packages is part of the published files.\n\n${notices.join('\n')}`)
}

function noticeOf(name) {
  const folder = join(ROOT, 'node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const licence = text === undefined ? '' : `\n${readFileSync(join(folder, text), 'utf8').trim()}\n`
  return `## ${name} ${version} (${license})\n${licence}`
}
