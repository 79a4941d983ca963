import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeContract } from './contract.ts'
import { openSqlite } from './sqlite.ts'
import type { BindingName } from './sqlite-binding.ts'

const bindings: readonly BindingName[] =
  process.getBuiltinModule('node:sqlite') === undefined ? ['libsql'] : ['libsql', 'node']

for (const binding of bindings) {
  storeContract(`SQLite by ${binding}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'))
    const file = join(folder, 'store.db')
    return Promise.resolve({
      address: file,
      open: () => openSqlite(file, { binding }),
      remove: () => Promise.resolve(rmSync(folder, { recursive: true })),
    })
  })
}
