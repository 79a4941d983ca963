/**
 * Part of permissions: profiles, which can be kept, exported to a file, and imported after a look at what would change.
 */

import { useSignal } from '@preact/signals'
import type { ProfileList, ProfileText } from '../../../src/server/api.ts'
import { request, whyOf } from '../api/client.ts'
import { Button } from '../parts/controls.tsx'
import { ago } from '../parts/format.ts'
import { now } from '../state/now.ts'
import { useRemote } from '../state/remote.ts'
import { say } from '../state/toasts.ts'
import { Strange } from '../text/strange.tsx'
import { TakeUp } from './take-up.tsx'
import type { Source } from './take-up.tsx'

const LARGEST = 1_000_000

export function Profiles({ onChange }: { readonly onChange: () => void }) {
  const { value, reload } = useRemote<ProfileList>('/v1/profiles', ['profiles'])
  const source = useSignal<Source | undefined>(undefined)
  return (
    <section class="card" aria-label="Profiles">
      <h2>Profiles</h2>
      <p class="muted">A profile is your own rules, remembered answers and mode, to keep, hand on or take up again.</p>
      <ul class="table">
        {(value?.profiles ?? []).map(({ name, savedAt }) => (
          <Kept key={name} name={name} savedAt={savedAt} onUse={() => (source.value = { name })} onRemoved={reload} />
        ))}
      </ul>
      <Keep onKept={reload} onRead={(read) => (source.value = read)} />
      {source.value === undefined ? null : (
        <TakeUp
          source={source.value}
          onClose={() => (source.value = undefined)}
          onDone={() => {
            source.value = undefined
            reload()
            onChange()
          }}
        />
      )}
    </section>
  )
}

interface KeptProps {
  readonly name: string
  readonly savedAt: number
  readonly onUse: () => void
  readonly onRemoved: () => void
}

function Kept({ name, savedAt, onUse, onRemoved }: KeptProps) {
  const remove = () =>
    attempt(
      `Removed the profile ${name}.`,
      () => request('DELETE', `/v1/profiles/${encodeURIComponent(name)}`),
      onRemoved,
    )
  return (
    <li class="rule">
      <div class="main">
        <strong>
          <Strange text={name} />
        </strong>
        <span class="muted">kept {ago(savedAt, now.value)}</span>
      </div>
      <div class="buttons">
        <Button look="quiet" label={`Use ${name}`} onClick={onUse}>
          Use …
        </Button>
        <Button look="quiet" label={`Export ${name}`} onClick={() => void download(name)}>
          Export
        </Button>
        <Button look="quiet" icon="cross" label={`Remove the profile ${name}`} onClick={remove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

interface KeepProps {
  readonly onKept: () => void
  /** A file was chosen; undefined if it is not a profile. */
  readonly onRead: (source: Source | undefined) => void
}

/** Keeps the present rules as a profile or a file; and reads somebody's file to apply it. */
function Keep({ onKept, onRead }: KeepProps) {
  const name = useSignal('')
  const keep = () => {
    const wanted = name.value.trim()
    if (wanted === '') return
    attempt(
      `Kept as ${wanted}.`,
      () => request('POST', '/v1/profiles', { name: wanted }),
      () => {
        name.value = ''
        onKept()
      },
    )
  }
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
    >
      <input
        type="text"
        aria-label="Name of a new profile"
        placeholder="Name"
        maxLength={100}
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <Button type="submit" onClick={keep}>
        Keep the present as a profile
      </Button>
      <Button onClick={() => void download('-/present')}>Export the present</Button>
      <label class="button plain">
        <span>Import …</span>
        <input
          type="file"
          class="unseen-live"
          accept=".json,.yaml,.yml,application/json"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            currentTarget.value = ''
            if (file !== undefined) void readFile(file).then(onRead)
          }}
        />
      </label>
    </form>
  )
}

async function readFile(file: File): Promise<Source | undefined> {
  if (file.size > LARGEST) {
    say('That file is too large for a profile.', 'bad')
    return undefined
  }
  return { name: file.name, text: await file.text() }
}

async function download(name: string): Promise<void> {
  try {
    const path = name === '-/present' ? name : encodeURIComponent(name)
    const profile = await request<ProfileText>('GET', `/v1/profiles/${path}`)
    const url = URL.createObjectURL(new Blob([profile.text], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${profile.name.replaceAll(/[^\w.-]+/g, '-') || 'profile'}.json`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  } catch (error) {
    say(whyOf(error), 'bad')
  }
}

function attempt(done: string, run: () => Promise<unknown>, after: () => void): void {
  run().then(
    () => {
      say(done, 'good')
      after()
    },
    (error: unknown) => say(whyOf(error), 'bad'),
  )
}
