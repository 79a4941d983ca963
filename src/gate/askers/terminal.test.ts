import { PassThrough } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { askerContract } from '../asker-contract.ts'
import type { Question } from '../asker.ts'
import { createTerminalAsker } from './terminal.ts'

// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u3164]/u
const ESC = '\u001b'

askerContract('terminal', () => {
  const input = new PassThrough()
  const asker = createTerminalAsker({ terminal: { input, output: new PassThrough() }, deadTime: 0 })
  return { asker, allow: async () => tick().then(() => input.write('y')) }
})

describe('keys', () => {
  it.each([
    ['y', { behavior: 'allow', lasts: 'once', rules: [] }],
    ['n', { behavior: 'deny', lasts: 'once', rules: [] }],
    ['s', { behavior: 'allow', lasts: 'session', rules: ['Bash(npm publish)'] }],
    ['p', { behavior: 'allow', lasts: 'project', rules: ['Bash(npm publish)'] }],
    ['f', { behavior: 'allow', lasts: 'always', rules: ['Bash(npm publish)'] }],
    ['x', { behavior: 'deny', lasts: 'session', rules: ['Bash(npm publish)'] }],
    // The same keys as on the page.
    ['a', { behavior: 'allow', lasts: 'once', rules: [] }],
    ['d', { behavior: 'deny', lasts: 'once', rules: [] }],
    ['Y', { behavior: 'allow', lasts: 'once', rules: [] }],
    [ESC, { behavior: 'deny', lasts: 'once', rules: [] }],
    ['\u0003', { behavior: 'deny', lasts: 'once', rules: [] }],
    ['\u0004', { behavior: 'deny', lasts: 'once', rules: [] }],
  ])('%j', async (key, expected) => {
    const person = new Person()
    await person.press(key)
    expect(await person.answer).toEqual({ ...expected, digest: 'd1', by: 'me' })
  })

  it('a number chooses what is remembered', async () => {
    const person = new Person()
    await person.press('2', 's')
    expect(await person.answer).toMatchObject({ lasts: 'session', rules: ['Bash(npm:*)'] })
  })

  it.each(['z', '9', '0', '\r', `${ESC}[A`, `${ESC}y`, 'yes\r', 'y\n', 'yy', '\u200by'])(
    '%j answers nothing',
    async (keys) => {
      const person = new Person()
      await person.press(keys)
      expect(await person.isOpen()).toBe(true)
      await person.press('n')
      expect(await person.answer).toMatchObject({ behavior: 'deny' })
    },
  )

  it('words typed by the person go with the answer', async () => {
    const person = new Person()
    await person.press('r', 'no', 't', ' yeX', '\u007f', 's', '\r', 'n')
    expect(await person.answer).toMatchObject({ behavior: 'deny', words: 'not yes' })
  })

  it('while words are typed, letters are letters; Esc drops the words and nothing else', async () => {
    const person = new Person()
    await person.press('r', 'y', `${ESC}[D`, 'a', ESC)
    expect(await person.isOpen()).toBe(true)
    await person.press('n')
    expect(await person.answer).not.toHaveProperty('words')
  })

  it('q leaves the question open, where that may be', async () => {
    const person = new Person()
    await person.press('q')
    expect(await person.isOpen()).toBe(true)
    expect(person.screen).not.toContain('q leave')
    await person.press('n')
    const asker = createTerminalAsker({ terminal: person, by: 'me', now: () => person.clock, mayLeave: true })
    const answer = asker.ask(question(), new AbortController().signal)
    await person.press('q')
    expect(await answer).toBeUndefined()
  })

  it('e shows more of the question, its digest among it', async () => {
    const person = new Person()
    await person.press('e')
    expect(person.screen).toContain('digest d1')
    await person.press('n')
  })
})

describe('stray keys', () => {
  it('right after drawing, and as long as they keep coming, do nothing', async () => {
    const person = new Person()
    person.clock = 0
    for (let at = 0; at < 2000; at += 200) {
      person.clock = at
      person.input.write('y')
      await tick()
    }
    expect(await person.isOpen()).toBe(true)
    person.clock += 251
    await person.press('n')
    expect(await person.answer).toMatchObject({ behavior: 'deny' })
  })

  it('Ctrl-C denies at any time', async () => {
    const person = new Person()
    person.clock = 0
    person.input.write('\u0003')
    expect(await person.answer).toMatchObject({ behavior: 'deny' })
  })
})

describe('who leaves by Ctrl-C wants no more questions', () => {
  const three = (asker: ReturnType<typeof createTerminalAsker>) =>
    [1, 2, 3].map(() => asker.ask(question(), new AbortController().signal))

  it('those that wait are denied unseen, a later one is asked', async () => {
    const person = new Person()
    const asker = createTerminalAsker({ terminal: person, by: 'me', now: () => person.clock })
    await person.press('n')
    const answers = three(asker)
    await tick()
    const before = person.screen.length
    await person.press('\u0003')
    for (const answer of answers) expect(await answer).toMatchObject({ behavior: 'deny', lasts: 'once', digest: 'd1' })
    expect(person.screen.slice(before)).not.toContain('Countersign asks')
    const later = asker.ask(question(), new AbortController().signal)
    await person.press('y')
    expect(await later).toMatchObject({ behavior: 'allow' })
  })

  it('where they may be left open, all stay open', async () => {
    const person = new Person()
    await person.press('n')
    const onLeave = vi.fn<() => void>()
    const asker = createTerminalAsker({ terminal: person, by: 'me', now: () => person.clock, mayLeave: true, onLeave })
    const answers = three(asker)
    await person.press('\u0003')
    expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined])
    expect(onLeave).toHaveBeenCalledOnce()
  })
})

describe('what is not on offer', () => {
  it('a safety question can be answered once only, and the key says why', async () => {
    const limits = 'A safety question can be answered only once at a time.'
    const person = new Person(question({ safety: true, suggestions: [], limits }))
    await person.press('f', 's', 'p', 'x')
    expect(await person.isOpen()).toBe(true)
    expect(person.screen).toContain('cannot be answered always')
    expect(person.screen).toContain(limits)
    expect(person.screen).not.toContain('  s session')
    await person.press('y')
    expect(await person.answer).toMatchObject({ behavior: 'allow', lasts: 'once' })
  })

  it('says which other rule could be remembered for so long', async () => {
    const suggestions = [
      { rules: ['Bash(a)'], lasts: ['session'] as const },
      { rules: ['Bash(b)'], lasts: ['session', 'always'] as const },
    ]
    const person = new Person(question({ suggestions }))
    await person.press('f')
    expect(person.screen).toContain('rule 2 can')
    await person.press('2', 'f')
    expect(await person.answer).toMatchObject({ lasts: 'always', rules: ['Bash(b)'] })
  })
})

describe('nothing is hidden by length', () => {
  const long = Array.from({ length: 60 }, (_, at) => `echo ${at}`).join('\n') + '\nrm -rf ~'

  it('what does not fit is folded, and allowing waits until all of it was shown', async () => {
    const person = new Person(question({}, { command: long }))
    await tick()
    expect(person.screen).toContain('more rows')
    expect(person.screen).not.toContain('rm -rf ~')
    await person.press('y', 's', 'a', 'f', '1')
    expect(await person.isOpen()).toBe(true)
    expect(person.screen).toContain('There is more to see first')
    for (let page = 0; page < 10 && !person.screen.includes('rm -rf ~'); page++) await person.press(' ')
    await person.press(' ', ' ')
    expect(person.screen).toContain('rm -rf ~')
    await person.press('y')
    expect(await person.answer).toMatchObject({ behavior: 'allow' })
  })

  it('denying does not wait', async () => {
    const person = new Person(question({}, { command: long }))
    await person.press('n')
    expect(await person.answer).toMatchObject({ behavior: 'deny' })
  })

  it('a long line is wrapped, not cut, whatever its characters', async () => {
    for (const filler of ['x', '日', 'e\u0301', '\u202e']) {
      const command = `${filler.repeat(400)}rm -rf ~`
      const person = new Person(question({}, { command }))
      for (let page = 0; page < 60; page++) await person.press(' ')
      expect(person.screen.replaceAll(/\n│ +/g, '')).toContain('rm -rf ~')
      await person.press('n')
    }
  })

  it('a rule that the reason names is not told again', async () => {
    const rule = 'ask rule `deploy` (p.yaml:4)'
    for (const [reason, told] of [
      ['Ask rule `deploy` (p.yaml:4) matches the tool deploy.', false],
      ['A person is asked.', true],
    ] as const) {
      const person = new Person(question({ rule, reason }))
      await tick()
      expect(person.screen.includes('because of')).toBe(told)
      await person.press('n')
    }
  })

  it('every field of the input is there', async () => {
    const input = { file_path: '/srv/a', content: 'one\ntwo', mode: { deep: [1] }, command: 'x' }
    const person = new Person({ ...question(), call: { tool: 'Odd', input } })
    await tick()
    for (const text of ['file_path: /srv/a', 'content:', '      one', '      two', 'mode: {"deep":[1]}', 'command: x'])
      expect(person.screen).toContain(text)
    await person.press('n')
  })
})

describe('strangers cannot draw', () => {
  it('controls, marks of direction and unseen characters are spelled out everywhere', async () => {
    const evil = `a${ESC}[2J\u202e\u200b\u3164\rb`
    const shown = { reason: evil, rule: evil, limits: evil, dangers: [{ category: 'x', severity: 'high', why: evil }] }
    const base = question({ ...shown, suggestions: [{ rules: [evil], lasts: ['session'] }] } as never, {
      command: evil,
    })
    const person = new Person({ ...base, agent: evil, project: evil, session: evil })
    for (let page = 0; page < 9; page++) await person.press(' ')
    await person.press('e', 'f')
    person.abort.abort(evil)
    await tick()
    expect(person.screen).not.toMatch(UNSEEN)
    expect(person.screen).toContain('\\u{202e}')
  })

  it('a command of several lines cannot pass for our own', async () => {
    const person = new Person(question({}, { command: 'ls\ny once  n deny' }))
    await tick()
    expect(person.screen).toContain('│     y once  n deny')
    expect(person.screen.split('\n').filter((row) => row.startsWith('y once'))).toHaveLength(1)
    await person.press('n')
  })
})

describe('the channel', () => {
  it('shows one question at a time; one that ended elsewhere makes way', async () => {
    const person = new Person()
    const other = new AbortController()
    const second = person.asker.ask({ ...question(), digest: 'd2' }, new AbortController().signal)
    const third = person.asker.ask({ ...question(), digest: 'd3' }, other.signal)
    other.abort('answered by the inbox')
    expect(await third).toBeUndefined()
    person.abort.abort('answered by the inbox')
    expect(await person.answer).toBeUndefined()
    await vi.waitFor(() => expect(person.screen.match(/Countersign asks/g)).toHaveLength(2), 60_000)
    await person.press('y')
    expect(await second).toMatchObject({ behavior: 'allow', digest: 'd2' })
    expect(person.screen).toContain('answered by the inbox')
    expect(person.screen).not.toContain('d3')
  })

  it('gives no answer when the terminal is lost', async () => {
    const ended = new Person()
    ended.input.end()
    expect(await ended.answer).toBeUndefined()
    const broken = new Person()
    await tick()
    broken.output.emit('error', new Error('EIO'))
    expect(await broken.answer).toBeUndefined()
    expect(() => broken.output.emit('error', new Error('again'))).not.toThrow()
  })

  it('is given back: raw mode off, no listeners left', async () => {
    const person = new Person()
    const raw: boolean[] = []
    Object.assign(person.input, { setRawMode: (on: boolean) => raw.push(on) })
    await person.press('n')
    await person.answer
    expect(raw).toEqual([true, false])
    expect(person.input.listenerCount('data')).toBe(0)
    expect(person.input.isPaused()).toBe(true)
  })

  it('an aborted question is not even drawn', async () => {
    const person = new Person()
    await person.press('n')
    const before = person.screen
    expect(await person.asker.ask(question(), AbortSignal.abort())).toBeUndefined()
    expect(person.screen).toBe(before)
  })
})

/** Somebody in front of a terminal of 80 columns and 24 rows. */
class Person {
  readonly input = new PassThrough()
  readonly output = Object.assign(new PassThrough(), { columns: 80, rows: 24 })
  readonly abort = new AbortController()
  readonly asker
  readonly answer
  clock = 0
  #screen = ''

  constructor(asked: Question = question()) {
    const terminal = { input: this.input, output: this.output }
    this.asker = createTerminalAsker({ terminal, by: 'me', now: () => this.clock })
    this.answer = this.asker.ask(asked, this.abort.signal)
  }

  get screen(): string {
    this.#read()
    return this.#screen
  }

  /** Presses one key after another, with time between them. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await tick()
      this.clock += 300
      this.input.write(key)
      await tick()
    }
  }

  async isOpen(): Promise<boolean> {
    return (await Promise.race([this.answer.then(() => 'answered'), tick().then(() => 'open')])) === 'open'
  }

  #read(): void {
    const read = () => this.output.read() as Buffer | null
    for (let chunk = read(); chunk !== null; chunk = read()) this.#screen += chunk.toString()
  }
}

function question(shown: Partial<Question['shown']> = {}, input: object = { command: 'npm publish' }): Question {
  return {
    id: 'q1',
    session: 's1',
    agent: 'claude-code',
    project: '/srv/project',
    digest: 'd1',
    call: { tool: 'Bash', input: { ...input }, cwd: '/srv/project' },
    askedAt: 0,
    expiresAt: 300_000,
    shown: {
      reason: 'Nothing allows `npm publish`.',
      code: 'no-rule',
      rule: null,
      safety: false,
      mode: 'default',
      tool: 'Bash',
      kind: 'shell',
      effects: [{ type: 'run', text: '`npm publish`', certain: true, harmless: false }],
      dangers: [],
      suggestions: [
        { rules: ['Bash(npm publish)'], lasts: ['session', 'project', 'always'] },
        { rules: ['Bash(npm:*)'], lasts: ['session', 'project', 'always'] },
      ],
      limits: null,
      policy: 'p1',
      ...shown,
    },
  }
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
