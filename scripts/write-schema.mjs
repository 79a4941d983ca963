// Part of the build, after the library is compiled: writes the JSON Schema that the package ships for editors.
import { mkdirSync, writeFileSync } from 'node:fs'
import { policySchema } from '../dist/lib/policy/schema.js'

const folder = new URL('../dist/schema/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('policy.json', folder), `${JSON.stringify(policySchema(), null, 2)}\n`)
