/** For the chaos: the processes at work, of which one is killed and replaced every so often. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Child, Processes } from '../../src/store/testing/processes.ts'
import { pick } from './replies.ts'
import type { Task } from './worker.ts'

export class Crew {
  kills = 0
  readonly #processes: Processes<Task>
  readonly #address: string
  /** Those at work, by what they do. */
  readonly #atWork = new Map<Task, Child>()
  readonly #killed = new Set<Child>()
  readonly #failures: unknown[] = []
  readonly #starting = new Set<Promise<void>>()
  #agents = 0

  constructor(processes: Processes<Task>, address: string) {
    this.#processes = processes
    this.#address = address
  }

  /** All begin at the same time. */
  async start(tasks: readonly Task[]): Promise<void> {
    const children = await Promise.all(tasks.map((task) => this.#processes.start(this.#address, task)))
    this.#agents = tasks.filter((task) => task.do === 'agent').length
    for (const [index, task] of tasks.entries()) this.#put(task, children[index] as Child)
  }

  /**
   * Kills one every so many milliseconds until every agent has ended by itself; throws when that takes too long. A machine
   * on which it takes longer to start a process than to kill one would get nowhere: the next is killed when the last
   * one's successor is at work, and none in the second half of the time.
   */
  async ordeal({ every, within }: { readonly every: number; readonly within: number }): Promise<void> {
    for (const began = performance.now(); this.#agents > 0;) {
      await delay(every)
      await Promise.all(this.#starting)
      if (this.#failures.length > 0) throw new AggregateError(this.#failures, `a process failed: ${this.#said()}`)
      const took = performance.now() - began
      if (took > within) throw new Error(`${this.#agents} agents still wait after ${within} ms`)
      if (took < within / 2 && this.#agents > 0 && this.#atWork.size > 0) await this.#replaceOne()
    }
  }

  async dismiss(): Promise<void> {
    await Promise.all(this.#starting)
    const left = [...this.#atWork.values()]
    for (const child of left) this.#kill(child)
    await Promise.all(left.map((child) => child.remains()))
  }

  async #replaceOne(): Promise<void> {
    const [task, child] = pick([...this.#atWork])
    this.#kill(child)
    await child.remains()
    this.kills++
    // It may have ended by itself at the very moment.
    if (this.#atWork.get(task) !== child) return
    this.#atWork.delete(task)
    const starting = this.#restart(task).finally(() => this.#starting.delete(starting))
    this.#starting.add(starting)
  }

  async #restart(task: Task): Promise<void> {
    try {
      this.#put(task, await this.#processes.start(this.#address, task))
    } catch (error) {
      this.#failures.push(error)
    }
  }

  #kill(child: Child): void {
    this.#killed.add(child)
    child.kill()
  }

  #put(task: Task, child: Child): void {
    this.#atWork.set(task, child)
    child.go()
    child.end().then(
      () => {
        this.#atWork.delete(task)
        if (task.do === 'agent') this.#agents--
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
