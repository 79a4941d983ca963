/** The keys, what the marks mean, and as whom one is signed in. */

import { useSignal } from '@preact/signals'
import type { NewLink } from '../../src/server/api.ts'
import { request, whyOf } from './api/client.ts'
import { Button, Modal } from './parts/controls.tsx'
import { span } from './parts/format.ts'
import { now } from './state/now.ts'
import { session, signOut } from './state/session.ts'
import { say } from './state/toasts.ts'
import { Words } from './text/strange.tsx'

const KEYS: readonly (readonly [string, string])[] = [
  ['j k', 'next, previous call'],
  ['Enter', 'to the call itself'],
  ['a', 'allow once'],
  ['s', 'allow for this session'],
  ['d', 'deny'],
  ['w', 'deny and say why'],
  ['m', 'more time'],
  ['z', 'snooze: it goes on waiting'],
  ['?', 'this help'],
]

export function Help({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keys and marks" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p class="block legend">
        <span class="mark harmless">only looks</span> <span class="mark acts">acts</span>{' '}
        <span class="mark unsure">not certain</span> <span class="mark danger">dangerous</span>{' '}
        <span class="unseen">\u&#123;200b&#125;</span> cannot be seen <span class="alike">а</span> looks like another
      </p>
      <p class="muted">
        For a moment after something new is shown, no key and no click answers: what you meant for the call before does
        not reach the next.
      </p>
      <Self onClose={onClose} />
    </Modal>
  )
}

function Self({ onClose }: { readonly onClose: () => void }) {
  const link = useSignal<NewLink | undefined>(undefined)
  const info = session.value
  if (info == null) return null
  const ask = () => {
    request<NewLink>('POST', '/v1/session/link', {}).then(
      (made) => (link.value = made),
      (error: unknown) => say(whyOf(error), 'bad'),
    )
  }
  return (
    <section class="self">
      <p>
        You answer as{' '}
        <strong>
          <Words text={info.approver} />
        </strong>
        .{' '}
        <span class="muted">
          Countersign {info.server.version}, {info.server.store}
        </span>
      </p>
      {link.value === undefined ? null : (
        <p>
          <code class="block">{link.value.url}</code>
          <span class="muted"> opens the page once, within {span(link.value.expiresAt - now.value)}.</span>
        </p>
      )}
      <div class="buttons">
        <Button onClick={ask}>Link for another browser</Button>
        <Button
          look="quiet"
          onClick={() => {
            onClose()
            void signOut()
          }}
        >
          Sign out here
        </Button>
      </div>
    </section>
  )
}
