import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeContract } from './contract.ts'
import { openSqlite } from './sqlite.ts'
import { sqliteBinding, type BindingName } from './sqlite-binding.ts'

const hasOwn = await sqliteBinding('node').then(
  () => true,
  () => false,
)
const bindings: readonly BindingName[] = hasOwn ? ['libsql', 'node'] : ['libsql']

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
