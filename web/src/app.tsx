/** The frame of every page: which page this is, whether the server can be reached, and what just happened. */

import { visible } from '../../src/gate/visible.ts'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Help } from './help.tsx'
import { HistoryPage } from './history/page.tsx'
import { InboxPage } from './inbox/page.tsx'
import { Button } from './parts/controls.tsx'
import { Icon } from './parts/icon.tsx'
import type { IconName } from './parts/icon.tsx'
import { PermissionsPage } from './permissions/page.tsx'
import { PolicyPage } from './policy/page.tsx'
import { SignIn } from './sign-in.tsx'
import { count } from './state/inbox.ts'
import { useKeys } from './state/keys.ts'
import { linkTo, PAGES, route } from './state/route.ts'
import type { PageName } from './state/route.ts'
import { connection, session } from './state/session.ts'
import { nextTheme, theme } from './state/theme.ts'
import { announced, dismiss, toasts } from './state/toasts.ts'
import { Sentence } from './text/strange.tsx'

const NAMES: Readonly<Record<PageName, readonly [string, IconName]>> = {
  inbox: ['Inbox', 'inbox'],
  permissions: ['Permissions', 'shield'],
  history: ['History', 'clock'],
  policy: ['Policy', 'file'],
}

const SHOWN: Readonly<Record<PageName, () => preact.JSX.Element>> = {
  inbox: InboxPage,
  permissions: PermissionsPage,
  history: HistoryPage,
  policy: PolicyPage,
}

export function App() {
  const helping = useSignal(false)
  useKeys({ '?': () => (helping.value = true) })
  const { page } = route.value
  useEffect(() => scrollTo(0, 0), [page])
  const Page = SHOWN[page]
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        To the content
      </a>
      <header class="top">
        <span class="brand">
          <Mark /> Countersign
        </span>
        {session.value == null ? <span class="gap" /> : <Nav current={page} />}
        <Connection />
        <Button
          look="quiet"
          icon={theme.value === 'dark' ? 'moon' : 'sun'}
          label={`Colours: ${theme.value}. Change`}
          onClick={nextTheme}
        >
          <span class="wide">{theme.value}</span>
        </Button>
        <Button look="quiet" icon="help" label="Keys and help" onClick={() => (helping.value = true)}>
          {''}
        </Button>
      </header>
      <main id="content" tabIndex={-1}>
        {session.value === undefined ? <div class="empty" aria-busy="true" /> : null}
        {session.value === null ? <SignIn /> : null}
        {session.value == null ? null : <Page key={page} />}
      </main>
      <Toasts />
      <div class="unseen-live" role="status" aria-live="polite">
        {announced.value}
      </div>
      {helping.value ? <Help onClose={() => (helping.value = false)} /> : null}
    </>
  )
}

function Nav({ current }: { readonly current: PageName }) {
  return (
    <nav aria-label="Pages">
      {PAGES.map((page) => {
        const [name, icon] = NAMES[page]
        return (
          <a key={page} href={linkTo(page)} aria-current={page === current ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{name}</span>
            {page === 'inbox' && count.value > 0 ? (
              <span class="badge">
                {count.value}
                <span class="unseen-live"> waiting</span>
              </span>
            ) : null}
          </a>
        )
      })}
    </nav>
  )
}

const STATES = { connecting: 'connecting …', live: 'live', lost: 'not connected' } as const

function Connection() {
  if (session.value == null) return null
  return (
    <span class={`connection ${connection.value}`} role="status" title={`as ${visible(session.value.approver)}`}>
      <span class="dot" />
      <span class="wide">{STATES[connection.value]}</span>
    </span>
  )
}

function Toasts() {
  return (
    <div class="toasts">
      {toasts.value.map(({ id, text, look, undo }) => (
        <div key={id} class={`toast ${look}`}>
          <p>
            <Sentence text={text} />
          </p>
          {undo === undefined ? null : (
            <Button
              look="quiet"
              icon="undo"
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              Undo
            </Button>
          )}
          <Button look="quiet" icon="cross" label="Dismiss" onClick={() => dismiss(id)}>
            {''}
          </Button>
        </div>
      ))}
    </div>
  )
}

function Mark() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M8 16l5 5 11-12M8 26h16" />
    </svg>
  )
}

/** Moves the focus without changing the address, which names the page. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
