/**
 * Part of asking in a terminal: one question, from its first row to the key that answers it.
 *
 * INVARIANT: no key allows anything before every row was shown, nor right after rows were drawn. Only a single key
 * press counts, never a paste. Esc denies; so does Ctrl-C, unless the question may be left open.
 */

import { createColors } from 'picocolors'
import type { Lasting } from '../../store/approval.ts'
import type { Question, Reply } from '../asker.ts'
import { visible } from '../visible.ts'
import { drawMore, drawQuestion, drawSuggestions } from './terminal-draw.ts'
import { rowsOf } from './terminal-text.ts'

export interface Screen {
  readonly width: number
  readonly height: number
  readonly coloured: boolean
  write(text: string): void
}

export interface Manner {
  /** The person at the terminal. */
  readonly by: string
  /** Milliseconds without a key, after something was drawn, before keys count. */
  readonly deadTime: number
  /** A clock that never goes back. */
  readonly now: () => number
  /** The question may be left open for somebody else, with the key `q`. */
  readonly mayLeave: boolean
  /** The person wants no more questions. */
  readonly leaves: () => void
}

const LONGEST_WORDS = 1000
const FOOTER = 8
const FEWEST_ROWS = 6

const LASTS: Readonly<Record<string, Lasting>> = { s: 'session', p: 'project', f: 'always' }

export class Dialogue {
  readonly #question: Question
  readonly #screen: Screen
  readonly #manner: Manner
  readonly #paint: ReturnType<typeof createColors>
  readonly #done: (reply: Reply | undefined) => void
  /** Rows that were not shown yet. */
  #rows: string[]
  #quietSince = 0
  #chosen = 0
  #words = ''
  /** What is being typed; undefined when keys are commands. */
  #typed: string | undefined

  constructor(question: Question, screen: Screen, manner: Manner, done: (reply: Reply | undefined) => void) {
    this.#question = question
    this.#screen = screen
    this.#manner = manner
    this.#done = done
    this.#paint = createColors(screen.coloured)
    this.#rows = drawQuestion(question, screen)
    this.#screen.write(`\n${this.#paint.bold('Countersign asks')}\n`)
    this.#showRows()
  }

  /** One chunk of what the terminal sent. */
  press(chunk: string): void {
    if (chunk.includes('\u0003') || chunk.includes('\u0004')) return this.#leave()
    if (this.#typed !== undefined) return this.#type(chunk)
    const now = this.#manner.now()
    const isDead = now - this.#quietSince < this.#manner.deadTime
    if (isDead) {
      this.#quietSince = now
      return
    }
    // More than one character at once is a paste or a key that sends a sequence: neither is an answer.
    if (chunk.length === 1) this.#command(chunk.toLowerCase())
  }

  /** The question ended without an answer from this terminal. */
  end(how: string): void {
    this.#screen.write(`${this.#paint.dim(`\n${visible(how)}`)}\n`)
  }

  #command(key: string): void {
    switch (key) {
      // `a` and `d` are keys on the page, too, with the same meaning.
      case '\u001b':
      case 'n':
      case 'd':
        return this.#deny()
      case 'y':
      case 'a':
        return this.#allow('once')
      case 's':
      case 'p':
      case 'f':
        return this.#allow(LASTS[key] as Lasting)
      case 'x':
        return this.#offers('session') ? this.#deny('session') : this.#say(this.#whyNot('session'))
      case 'e':
        return this.#explain()
      case 'r':
        this.#typed = ''
        return this.#screen.write('\nIn your words (Enter keeps them, Esc drops them): ')
      case 'q':
        return this.#manner.mayLeave ? this.#done(undefined) : undefined
      case ' ':
        return this.#rows.length > 0 ? this.#showRows() : undefined
      default:
        return this.#choose(Number(key) - 1)
    }
  }

  #allow(lasts: Lasting): void {
    if (this.#rows.length > 0) return this.#say('There is more to see first: press space.')
    if (lasts !== 'once' && !this.#offers(lasts)) return this.#say(this.#whyNot(lasts))
    this.#answer('allow', lasts)
  }

  #deny(lasts: Lasting = 'once'): void {
    this.#answer('deny', lasts)
  }

  #leave(): void {
    this.#manner.leaves()
    if (this.#manner.mayLeave) this.#done(undefined)
    else this.#deny()
  }

  #answer(behavior: 'allow' | 'deny', lasts: Lasting): void {
    const said = `${behavior === 'allow' ? 'Allowed' : 'Denied'} ${TIMES[lasts]}.`
    this.#screen.write(`\n${behavior === 'allow' ? this.#paint.green(said) : this.#paint.red(said)}\n`)
    const { digest } = this.#question
    const rules = lasts === 'once' ? [] : (this.#suggestions[this.#chosen]?.rules ?? [])
    const words = this.#words === '' ? {} : { words: this.#words }
    this.#done({ behavior, lasts, digest, by: this.#manner.by, rules, ...words })
  }

  get #suggestions() {
    return this.#question.shown.suggestions
  }

  #offers(lasts: Lasting): boolean {
    return this.#suggestions[this.#chosen]?.lasts.some((offered) => offered === lasts) === true
  }

  #whyNot(lasts: Lasting): string {
    const elsewhere = this.#suggestions.findIndex((suggestion) => suggestion.lasts.some((offered) => offered === lasts))
    if (elsewhere >= 0) return `Rule ${this.#chosen + 1} cannot be answered ${TIMES[lasts]}; rule ${elsewhere + 1} can.`
    return `This cannot be answered ${TIMES[lasts]}. ${this.#question.shown.limits ?? ''}`
  }

  #choose(at: number): void {
    if (!Number.isInteger(at) || at < 0 || at >= this.#suggestions.length || this.#rows.length > 0) return
    this.#chosen = at
    this.#prompt()
  }

  #explain(): void {
    this.#write(drawMore(this.#question, this.#screen))
    this.#prompt()
  }

  #showRows(): void {
    const most = Math.max(FEWEST_ROWS, this.#screen.height - FOOTER)
    this.#write(this.#rows.slice(0, most))
    this.#rows = this.#rows.slice(most)
    this.#prompt()
  }

  #prompt(): void {
    const hidden = this.#rows.length
    if (hidden > 0) {
      const more = `… ${hidden} more ${hidden === 1 ? 'row' : 'rows'}.`
      this.#screen.write(`${this.#paint.yellow(more)} space shows more, n denies; to allow, see it all\n`)
    } else {
      this.#write(drawSuggestions(this.#suggestions, this.#chosen, this.#screen))
      const lasting = Object.entries(LASTS).filter(([, lasts]) => this.#offers(lasts))
      const keys = ['y once', ...lasting.map(([key, lasts]) => `${key} ${key === 'f' ? 'for good' : lasts}`), 'n deny']
      if (this.#offers('session')) keys.push('x deny for the session')
      if (this.#suggestions.length > 1) keys.push(`1-${this.#suggestions.length} which rule`)
      keys.push('r say why', 'e more', ...(this.#manner.mayLeave ? ['q leave it open'] : []))
      this.#write(rowsOf(keys.join('  '), this.#screen.width).map((row) => this.#paint.bold(row.trimEnd())))
    }
    this.#quietSince = this.#manner.now()
  }

  #say(text: string): void {
    this.#screen.write(`${visible(text.trim())}\n`)
  }

  #type(chunk: string): void {
    if (chunk.startsWith('\u001b') && chunk.length > 1) return
    for (const char of chunk) {
      if (this.#typed === undefined) return
      if (char === '\r' || char === '\n') this.#keep(this.#typed.trim())
      else if (char === '\u001b') this.#keep('')
      else if (char === '\u007f' || char === '\b') this.#erase(this.#typed)
      else if (char >= ' ' && this.#typed.length < LONGEST_WORDS) {
        this.#typed += char
        this.#screen.write(visible(char))
      }
    }
  }

  #keep(words: string): void {
    this.#words = words
    this.#typed = undefined
    this.#screen.write(words === '' ? '\n' : '\nYour words go with your answer.\n')
    this.#prompt()
  }

  #erase(typed: string): void {
    const last = /.$/su.exec(typed)?.[0]
    if (last === undefined) return
    this.#typed = typed.slice(0, -last.length)
    this.#screen.write('\b \b'.repeat(visible(last).length))
  }

  #write(rows: readonly string[]): void {
    this.#screen.write(rows.map((row) => `${row}\n`).join(''))
  }
}

const TIMES: Readonly<Record<Lasting, string>> = {
  once: 'this once',
  session: 'for this session',
  project: 'in this project',
  always: 'always',
}
