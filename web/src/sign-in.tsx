/** What a visitor without a session sees. */

import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { whyOf } from './api/client.ts'
import { Button, Field } from './parts/controls.tsx'
import { Icon } from './parts/icon.tsx'
import { closed, signIn } from './state/session.ts'
import { Sentence } from './text/strange.tsx'

export function SignIn() {
  const { why, accounts } = closed.value
  return (
    <div class="sign-in">
      <Icon name="shield" />
      <h1>Not signed in</h1>
      <p>
        <Sentence text={why} />
      </p>
      {accounts ? <Account /> : null}
    </div>
  )
}

function Account() {
  const problem = useSignal('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget as HTMLFormElement)
    problem.value = ''
    signIn({ name: textOf(given, 'name'), password: textOf(given, 'password') }).catch((error: unknown) => {
      problem.value = whyOf(error)
    })
  }
  return (
    <form onSubmit={submit}>
      <Field label="Name">
        <input ref={first} name="name" type="text" autocomplete="username" required />
      </Field>
      <Field label="Password">
        <input name="password" type="password" autocomplete="current-password" required />
      </Field>
      <p class="verdict bad" role="alert">
        <Sentence text={problem.value} />
      </p>
      <Button type="submit" look="primary" onClick={() => undefined}>
        Sign in
      </Button>
    </form>
  )
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
