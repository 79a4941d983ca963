/** Part of the build, after the library is compiled: writes the JSON Schemas that the package ships for editors. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export async function writeSchemas(dist) {
  const from = (file) => import(pathToFileURL(join(dist, 'lib', file)).href)
  const { policySchema } = await from('policy/schema.js')
  const { profileSchema } = await from('gate/profiles/file.js')
  const folder = join(dist, 'schema')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'policy.json'), `${JSON.stringify(policySchema(), null, 2)}\n`)
  writeFileSync(join(folder, 'profile.json'), `${JSON.stringify(profileSchema(), null, 2)}\n`)
}
