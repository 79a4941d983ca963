/** For the chaos: the processes at work, of which one after the other is killed and replaced as the work goes on. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Child, Processes } from '../../src/store/testing/processes.ts'
import { readJournal } from './journal.ts'
import { pick } from './replies.ts'
import type { Task } from './worker.ts'

const LOOK_EVERY = 20

export class Crew {
  readonly #processes: Processes<Task>
  readonly #address: string
  /** Those at work, by what they do. */
  readonly #atWork = new Map<Task, Child>()
  readonly #killed = new Set<Child>()
  readonly #failures: unknown[] = []
  /** The journals of the agents that have not ended. */
  readonly #open = new Set<string>()
  /** How many batches the agents may ask. */
  #batches = 1

  constructor(processes: Processes<Task>, address: string) {
    this.#processes = processes
    this.#address = address
  }

  /** All begin at the same time. */
  async start(tasks: readonly Task[]): Promise<void> {
    const children = await Promise.all(tasks.map((task) => this.#processes.start(this.#address, task)))
    for (const task of tasks) if (task.do === 'agent') this.#open.add(task.journal)
    for (const [index, task] of tasks.entries()) this.#put(task, children[index] as Child)
  }

  /**
   * Kills one whenever so many more questions were decided, and only then lets the agents ask their next batch: however
   * quick or slow the machine, each kill finds them at work. Then waits until every agent has ended by itself; throws when
   * all that takes too long.
   */
  async ordeal({ kills, every, within }: { kills: number; every: number; within: number }): Promise<void> {
    const late = performance.now() + within
    for (let kill = 1; kill <= kills; kill++) {
      await this.#until(() => this.#decided() >= kill * every, late)
      await this.#replaceOne()
      this.#batches++
      for (const [task, child] of this.#atWork) if (task.do === 'agent') child.go()
    }
    await this.#until(() => this.#open.size === 0, late)
  }

  async dismiss(): Promise<void> {
    const left = [...this.#atWork.values()]
    for (const child of left) this.#kill(child)
    await Promise.all(left.map((child) => child.remains()))
  }

  async #until(reached: () => boolean, late: number): Promise<void> {
    for (; !reached(); await delay(LOOK_EVERY)) {
      if (this.#failures.length > 0) throw new AggregateError(this.#failures, `a process failed: ${this.#said()}`)
      if (performance.now() > late)
        throw new Error(`out of time: ${this.#decided()} are decided, ${this.#open.size} agents still wait`)
    }
  }

  #decided(): number {
    const told = [...this.#open].flatMap(readJournal)
    return told.filter((line) => line.told === 'decided').length
  }

  async #replaceOne(): Promise<void> {
    const [task, child] = pick([...this.#atWork])
    this.#kill(child)
    await child.remains()
    this.#atWork.delete(task)
    this.#put(task, await this.#processes.start(this.#address, task))
  }

  #kill(child: Child): void {
    this.#killed.add(child)
    child.kill()
  }

  #put(task: Task, child: Child): void {
    this.#atWork.set(task, child)
    for (let word = task.do === 'agent' ? this.#batches : 1; word > 0; word--) child.go()
    child.end().then(
      () => {
        this.#atWork.delete(task)
        if (task.do === 'agent') this.#open.delete(task.journal)
        else this.#failures.push(new Error(`the ${task.do} ended`))
      },
      (error: unknown) => {
        if (!this.#killed.has(child)) this.#failures.push(error)
      },
    )
  }

  #said(): string {
    return this.#failures.map((error) => (error instanceof Error ? error.message : String(error))).join('; ')
  }
}
