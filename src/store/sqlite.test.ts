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

const WAYS = bindings.flatMap((binding) => [
  { name: `SQLite by ${binding}`, options: { binding } },
  { name: `SQLite by ${binding}, a thread appending`, options: { binding, threadAfter: 0 } },
])

for (const { name, options } of WAYS) {
  storeContract(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'))
    const file = join(folder, 'store.db')
    return Promise.resolve({
      address: file,
      open: () => openSqlite(file, options),
      remove: () => Promise.resolve(rmSync(folder, { recursive: true })),
    })
  })
}
