/** For tests: a home of its own, with fake agents: shell scripts on a PATH of their own. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../../../scripts/bundle-cli.mjs'
import { BuiltCli } from '../testing.ts'
import type { Ended } from '../testing.ts'

export class Stage {
  readonly #cli: BuiltCli

  private constructor(cli: BuiltCli) {
    this.#cli = cli
  }

  static async build(): Promise<Stage> {
    return new Stage(await BuiltCli.build())
  }

  get folder(): string {
    return this.#cli.folder
  }

  get entry(): string {
    return this.#cli.entry
  }

  /** Only what a test has installed is on the PATH, besides the system's own programs. */
  run(...args: string[]): Promise<Ended> {
    const path = `${this.at('bin')}:/usr/bin:/bin`
    return this.#cli.run(args, { env: { PATH: path, NODE_PATH: join(ROOT, 'node_modules') } })
  }

  install(name: string, script: string): void {
    chmodSync(this.put(this.at(`bin/${name}`), `#!/bin/bash\n${script}\n`), 0o755)
  }

  /** In the home. */
  at(name: string): string {
    return join(this.#cli.home, name)
  }

  text(name: string): string {
    return readFileSync(this.at(name), 'utf8')
  }

  put(path: string, text: string): string {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }

  clear(): void {
    for (const name of readdirSync(this.at('.'))) if (name !== 'project') rmSync(this.at(name), { recursive: true })
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true })
  }

  remove(): void {
    this.#cli.remove()
  }
}
