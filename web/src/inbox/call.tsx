/**
 * Part of the inbox: shows the call according to what it would do. Every field of the input is shown, whatever its
 * name.
 */

import type { ApprovalDetail, ApprovalView, FileDiff, UrlParts } from '../../../src/server/api.ts'
import { visible, visibleJson } from '../../../src/gate/visible.ts'
import { Folded } from '../parts/folded.tsx'
import { shortPath } from '../parts/format.ts'
import { Block, Deceptive } from '../text/block.tsx'
import { marksOf } from '../text/marks.ts'
import { Strange, Words } from '../text/strange.tsx'

export function CallView({ approval, detail }: { approval: ApprovalView; detail: ApprovalDetail | undefined }) {
  const { call, shown, text } = approval
  const diffs = detail?.diffs ?? []
  // A diff names its file, so the path need not be shown again.
  const isSaid = isDrawn(diffs) && diffs.length === 1 && diffs[0]?.path === text?.value
  const fields = Object.entries(call.input).filter(([name]) => isSaid || name !== text?.field)
  return (
    <>
      {text === null || isSaid ? null : (
        <Block label={text.field} text={text.value} marks={marksOf(shown.effects, shown.dangers, text.value.length)} />
      )}
      {detail?.url == null ? null : <Address parts={detail.url} />}
      {diffs.map((diff) => (
        <Diff key={diff.path} diff={diff} />
      ))}
      {fields.length === 0 ? null : isDrawn(diffs) ? (
        <details class="sent">
          <summary>All that was sent</summary>
          <Fields fields={fields} />
        </details>
      ) : (
        <Fields fields={fields} />
      )}
    </>
  )
}

/** Whether the diffs show everything that the fields would. */
function isDrawn(diffs: readonly FileDiff[]): boolean {
  return diffs.length > 0 && diffs.every(({ note }) => note === null)
}

function Fields({ fields }: { readonly fields: readonly (readonly [string, unknown])[] }) {
  return (
    <dl class="fields">
      {fields.map(([name, value]) => {
        const text = typeof value === 'string' ? value : visibleJson(value, 2)
        const isLong = text.length > 120 || text.includes('\n')
        return (
          <div key={name} class={isLong ? 'long' : ''}>
            <dt>
              <Strange text={name} />
            </dt>
            <dd>{isLong ? <Block label={name} text={text} /> : <Short text={text} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function Short({ text }: { readonly text: string }) {
  return (
    <>
      <code>
        <Strange text={text} />
      </code>
      <Deceptive text={text} />
    </>
  )
}

const CHANGES: Readonly<Record<string, string>> = {
  create: 'new file',
  modify: 'changed',
  delete: 'deleted',
  unchanged: 'not changed',
}

function Diff({ diff }: { readonly diff: FileDiff }) {
  const lines = diff.hunks.flatMap(({ oldStart, newStart, lines: rows }, at) => [
    ...(at === 0 && oldStart <= 1 && newStart <= 1 ? [] : [`@@ line ${newStart} @@`]),
    ...rows,
  ])
  return (
    <figure class="diff">
      <figcaption>
        <code>
          <Strange text={shortPath(diff.path)} />
        </code>
        <span class="muted">{CHANGES[diff.change] ?? diff.change}</span>
      </figcaption>
      <Deceptive text={lines.join('\n')} />
      {lines.length === 0 ? null : (
        <pre role="region" aria-label={`Changes of ${visible(shortPath(diff.path))}`} tabIndex={0}>
          <Folded rows={lines} draw={(rows) => rows.map((line, at) => <DiffLine key={at} line={line} />)} />
        </pre>
      )}
      {diff.note === null ? null : (
        <p class="muted">
          <Words text={diff.note} />
        </p>
      )}
    </figure>
  )
}

function DiffLine({ line }: { readonly line: string }) {
  const look = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : line.startsWith('@@') ? 'at' : ''
  return (
    <div class={`line ${look}`}>
      <Strange text={line} lines />
    </div>
  )
}

function Address({ parts }: { readonly parts: UrlParts }) {
  const { scheme, user, host, unicodeHost, port, path, query, fragment } = parts
  const rows: readonly (readonly [string, string])[] = [
    ['user', user],
    ['host', `${host}${port === '' ? '' : `:${port}`}`],
    ['reads as', unicodeHost ?? ''],
    ['by', scheme],
    ['path', path],
    ['query', query],
    ['fragment', fragment],
  ]
  return (
    <dl class="fields address">
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} class={name === 'host' || name === 'user' ? 'strong' : ''}>
            <dt>{name}</dt>
            <dd>
              <Short text={value} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
