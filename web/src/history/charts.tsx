/**
 * Part of the history: how often people were asked, why, and how they answered. Every figure is also given in words.
 */

import type { AuditStats } from '../../../src/server/api.ts'
import { plural, span } from '../parts/format.ts'
import { useRemote } from '../state/remote.ts'
import { Sentence } from '../text/strange.tsx'
import { Bars } from './bars.tsx'

const DAYS = 14

export function Charts() {
  const { value: stats } = useRemote<AuditStats>(`/v1/audit/stats?days=${DAYS}`)
  if (stats === undefined) return <div class="charts" aria-busy="true" />
  return (
    <section class="charts" aria-label={`The last ${DAYS} days`} tabIndex={0}>
      <figure class="card">
        <figcaption>
          Questions a day <span class="muted">{plural(stats.asked, 'question')}</span>
        </figcaption>
        <Bars
          label="Questions by day"
          bars={stats.days.map(({ day, asked, allowed, denied }) => ({
            name: shortDay(day),
            value: asked,
            told: `${day}: ${asked} asked, ${allowed} allowed, ${denied} denied`,
          }))}
        />
      </figure>
      <figure class="card">
        <figcaption>What asks most</figcaption>
        <ByRule rules={stats.byRule} />
      </figure>
      <figure class="card">
        <figcaption>
          Time to answer{' '}
          <span class="muted">{stats.waits.median === null ? '' : `median ${span(stats.waits.median)}`}</span>
        </figcaption>
        <Bars
          label="Time to answer"
          bars={stats.waits.spread.map(({ upTo, count }, at, all) => ({
            name: upTo === null ? 'more' : span(upTo),
            value: count,
            told: `${upTo === null ? `more than ${span(all[at - 1]?.upTo ?? 0)}` : `up to ${span(upTo)}`}: ${count}`,
          }))}
        />
      </figure>
      <Answers stats={stats} />
    </section>
  )
}

function Answers({ stats }: { readonly stats: AuditStats }) {
  const figures: readonly (readonly [string, string])[] = [
    ['allowed', allowedOf(stats)],
    ['slowest tenth', stats.waits.p90 === null ? '–' : span(stats.waits.p90)],
    ['not answered', stats.unanswered.toLocaleString()],
    ['waiting', stats.pending.toLocaleString()],
  ]
  return (
    <figure class="card figures">
      <figcaption>Answers</figcaption>
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

function ByRule({ rules }: { readonly rules: AuditStats['byRule'] }) {
  if (rules.length === 0) return <p class="muted none">Nobody was asked yet.</p>
  const most = Math.max(1, ...rules.map(({ asked }) => asked))
  return (
    <ul class="ranks">
      {rules.slice(0, 5).map(({ rule, code, asked, ...answers }) => (
        <li key={rule ?? code}>
          <span class="name">
            <Sentence text={rule ?? code.replaceAll('-', ' ')} />
          </span>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="ground" width={100} height={4} />
            <rect width={(100 * asked) / most} height={4} />
          </svg>
          <span class="muted">
            {asked}
            {answers.allowed + answers.denied === 0 ? null : `, ${allowedOf(answers)} allowed`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** How many of the answered questions were allowed. */
function allowedOf({ allowed, denied }: { readonly allowed: number; readonly denied: number }): string {
  const answered = allowed + denied
  return answered === 0 ? '–' : `${Math.round((100 * allowed) / answered)} %`
}

function shortDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}
