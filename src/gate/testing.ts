/**
 * For tests of the gate: a project, a home and a managed folder in a place of their own, and askers with planned
 * answers.
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { trustFolder } from '../policy/trust.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/port.ts'
import type { Asker, Question, Reply } from './asker.ts'
import { askBy } from './askers/callback.ts'
import { openGate } from './gate.ts'
import type { Gate } from './gate.ts'
import type { GateOptions } from './gate-options.ts'

export interface Recorded {
  readonly kind: string
  readonly session: string | null
  readonly body: Readonly<Record<string, unknown>>
}

export class World {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-gate-')))
  readonly root = join(this.base, 'project')
  readonly home = join(this.base, 'home')
  readonly managedDir = join(this.base, 'managed')
  readonly store: Store = createMemoryStore()
  readonly records: Recorded[] = []
  readonly #gates: Gate[] = []

  constructor() {
    for (const folder of [this.root, this.home, this.managedDir]) mkdirSync(folder)
  }

  readonly user = join(this.home, '.config', 'countersign', 'policy.yaml')
  readonly local = join(this.root, '.countersign', 'local.yaml')
  readonly project = join(this.root, 'countersign.yaml')
  readonly managed = join(this.managedDir, 'policy.yaml')

  write(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  async trust(): Promise<void> {
    await trustFolder(this.root, this.home)
  }

  async open(options: Partial<GateOptions> = {}): Promise<Gate> {
    const gate = await openGate({
      cwd: this.root,
      home: this.home,
      managedDir: this.managedDir,
      store: this.store,
      session: 's1',
      timeout: 120_000,
      audit: { append: async (entry) => void this.records.push(JSON.parse(JSON.stringify(entry)) as Recorded) },
      ...options,
    })
    this.#gates.push(gate)
    return gate
  }

  async end(): Promise<void> {
    await Promise.all(this.#gates.map((gate) => gate.close()))
    rmSync(this.base, { recursive: true, force: true })
  }
}

/** Answers each question with the next of the planned replies. When none are left, questions get no answer. */
export function replies(...planned: (Reply | ((question: Question) => Reply | undefined))[]): Asker & {
  readonly questions: Question[]
} {
  const questions: Question[] = []
  const asker = askBy(async (question) => {
    const next = planned[questions.push(question) - 1]
    // A person takes a while; this gives other things time to happen in between.
    await new Promise((resolve) => setTimeout(resolve, 5))
    return typeof next === 'function' ? next(question) : next
  }, 'test')
  return { ...asker, questions }
}

export const bash = (command: string) => ({ tool: 'Bash', input: { command } })

/** Waits until the condition holds, for so long that it is not for a busy machine if it never does. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 60_000;) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error('it never came about')
}

/** The same port, with some of its methods replaced. */
export function altered<T extends object>(port: T, methods: Partial<T>): T {
  return new Proxy(port, {
    get: (target, name): unknown => Reflect.get(name in methods ? methods : target, name),
  })
}
