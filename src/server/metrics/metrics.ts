/**
 * Part of the server: what it counts, for whoever runs it as a service.
 *
 * INVARIANT: every label has one of a few values that are written here, so that no agent can make more of them; no label
 * and no value tells of a call, a person or a place.
 */

import type { Gate } from '../../gate/gate.ts'
import type { Measured, StoreOperation } from '../../gate/measured.ts'
import type { Approval } from '../../gate/management.ts'
import { Histogram } from './histogram.ts'
import type { Family } from './text.ts'

const BEHAVIORS = ['allow', 'ask', 'deny'] as const
const ENDS = ['allowed', 'denied', 'expired', 'cancelled', 'superseded'] as const
const OPERATIONS = ['read', 'write', 'append'] as const satisfies readonly StoreOperation[]
const ANSWER_SECONDS = [2, 5, 10, 30, 60, 120, 300, 900, 3_600]
const STORE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** What is looked up when somebody asks; undefined if it cannot be found out. */
export interface Present {
  readonly storeUp: boolean
  readonly pending: number | undefined
  readonly records: number | undefined
  readonly spool: number
  readonly pages: number
  readonly startedAt: number
  readonly version: string
}

export class Metrics {
  readonly #decisions = counts(BEHAVIORS)
  readonly #ends = counts(ENDS)
  readonly #failures = counts(OPERATIONS)
  readonly #latency = { read: storeTimes(), write: storeTimes(), append: storeTimes() }
  readonly #answers = new Histogram(ANSWER_SECONDS)
  #asked = 0
  #failed = 0

  /** Returns a function that stops watching. */
  watch(gate: Pick<Gate, 'on'>): () => void {
    const stops = [
      gate.on('decided', ({ authorization: { behavior, code } }) => {
        this.#decisions[behavior]++
        if (code === 'gate-failed') this.#failed++
      }),
      gate.on('asked', () => this.#asked++),
      gate.on('answered', ({ approval }) => this.#ended(approval)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  measure({ operation, seconds, failed }: Measured): void {
    this.#latency[operation].add(seconds)
    if (failed) this.#failures[operation]++
  }

  families(present: Present): readonly Family[] {
    const { storeUp, pending, records, spool, pages, startedAt, version } = present
    const { user, system } = process.cpuUsage()
    return [
      counter('countersign_decisions_total', 'Decisions of this server.', labelled('behavior', this.#decisions)),
      counter(
        'countersign_decisions_failed_total',
        'Calls denied because something of Countersign failed.',
        this.#failed,
      ),
      counter(
        'countersign_questions_asked_total',
        'Questions that calls at this server put before people.',
        this.#asked,
      ),
      counter('countersign_questions_ended_total', 'How they ended.', labelled('how', this.#ends)),
      gauge('countersign_questions_pending', 'Questions in the store that wait for an answer.', pending),
      {
        name: 'countersign_answer_seconds',
        type: 'histogram',
        help: 'Time from a question to its answer.',
        samples: this.#answers.samples(),
      },
      counter('countersign_audit_records_total', 'Records in the chain, by all processes.', records),
      gauge('countersign_spool_bytes', 'Records of hooks that wait beside the store.', spool),
      gauge('countersign_store_up', 'Whether the store answers.', storeUp ? 1 : 0),
      counter('countersign_store_failures_total', 'Failed calls of the store.', labelled('operation', this.#failures)),
      {
        name: 'countersign_store_seconds',
        type: 'histogram',
        help: 'Time that calls of the store take; append: records of the audit.',
        samples: OPERATIONS.flatMap((operation) => this.#latency[operation].samples({ operation })),
      },
      gauge('countersign_pages', 'Pages that listen to events.', pages),
      gauge('countersign_build_info', 'The version that runs.', [{ labels: { version }, value: 1 }]),
      gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
      counter('process_cpu_seconds_total', 'Time on the processor.', (user + system) / 1e6),
      gauge('process_start_time_seconds', 'When the server started, in seconds since the epoch.', startedAt / 1_000),
    ]
  }

  #ended({ state, answer, askedAt, endedAt }: Approval): void {
    const how = answer === null ? state : answer.behavior === 'allow' ? 'allowed' : 'denied'
    const known = ENDS.find((end) => end === how)
    if (known !== undefined) this.#ends[known]++
    if (answer !== null && endedAt !== null) this.#answers.add(Math.max(0, endedAt - askedAt) / 1_000)
  }
}

function counts<T extends string>(names: readonly T[]): Record<T, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<T, number>
}

function storeTimes(): Histogram {
  return new Histogram(STORE_SECONDS)
}

type Given = number | undefined | Family['samples']

function labelled(label: string, values: Readonly<Record<string, number>>): Family['samples'] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

function counter(name: string, help: string, given: Given): Family {
  return { name, type: 'counter', help, samples: samplesOf(given) }
}

function gauge(name: string, help: string, given: Given): Family {
  return { name, type: 'gauge', help, samples: samplesOf(given) }
}

function samplesOf(given: Given): Family['samples'] {
  if (given === undefined) return []
  return typeof given === 'number' ? [{ value: given }] : given
}
