/**
 * Part of the server: whether it can decide, for whoever watches over the process.
 *
 * INVARIANT: anybody may ask, so one look at the store serves everybody who asks within a second, and a store that does
 * not answer has one question open, however many ask.
 */

export interface HealthDeps {
  /** Rejects if the store does not work. */
  readonly probe: () => Promise<unknown>
  /** Whether calls are denied at present because something fails. */
  readonly isFailing: () => boolean
}

const FRESH = 1_000
const PATIENCE = 2_000

export class Health {
  readonly #deps: HealthDeps
  #probing: Promise<boolean> | undefined
  #last: { readonly at: number; readonly isUp: boolean } | undefined

  constructor(deps: HealthDeps) {
    this.#deps = deps
  }

  /** Undefined if all is well, otherwise what is not; no more than everybody may know. */
  async trouble(): Promise<string | undefined> {
    if (!(await this.storeAnswers())) return 'Calls are denied at present: the store does not answer.'
    if (this.#deps.isFailing()) return 'Calls are denied at present: something of Countersign fails.'
    return undefined
  }

  async storeAnswers(): Promise<boolean> {
    if (this.#last !== undefined && performance.now() - this.#last.at < FRESH) return this.#last.isUp
    this.#probing ??= this.#probe()
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE)
    })
    try {
      return await Promise.race([this.#probing, silence])
    } finally {
      clearTimeout(timer)
    }
  }

  async #probe(): Promise<boolean> {
    const isUp = await this.#deps.probe().then(
      () => true,
      () => false,
    )
    this.#last = { at: performance.now(), isUp }
    this.#probing = undefined
    return isUp
  }
}
