/** Small controls used on every page. */

import { visible } from '../../../src/gate/visible.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick: () => void
  readonly look?: 'plain' | 'quiet' | 'primary' | 'allow' | 'deny'
  readonly icon?: IconName
  /** The key that does the same. */
  readonly hotkey?: string
  /** Says why it cannot be used now. It can still be reached with Tab, so that this can be read. */
  readonly blocked?: string | undefined
  readonly label?: string
  readonly pressed?: boolean
  readonly type?: 'button' | 'submit'
}

export function Button(props: ButtonProps) {
  const { children, onClick, look = 'plain', icon, hotkey, blocked, label, pressed, type = 'button' } = props
  return (
    <button
      type={type}
      class={`button ${look}`}
      aria-disabled={blocked === undefined ? undefined : true}
      aria-label={label === undefined ? undefined : visible(label)}
      aria-pressed={pressed}
      aria-keyshortcuts={hotkey}
      title={blocked === undefined ? undefined : visible(blocked)}
      onClick={(event) => {
        if (type === 'submit') return
        event.preventDefault()
        if (blocked === undefined) onClick()
      }}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
      {hotkey === undefined ? null : <kbd aria-hidden="true">{hotkey}</kbd>}
    </button>
  )
}

/** Allow, ask or deny, as a word in its colour. */
export function Behaviour({ of }: { readonly of: string }) {
  return <span class={`tag ${of}`}>{of}</span>
}

export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <p class="title">{title}</p>
      <div class="hint">{children}</div>
    </div>
  )
}

interface FieldProps {
  readonly label: string
  readonly children: ComponentChildren
  readonly hint?: ComponentChildren
}

export function Field({ label, children, hint }: FieldProps) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      {children}
      {hint === undefined ? null : <span class="hint">{hint}</span>}
    </label>
  )
}

interface ModalProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly onClose: () => void
}

/** The browser's own dialog: it keeps the focus inside, returns it afterwards, and closes on Escape. */
export function Modal({ title, children, onClose }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  return (
    <dialog ref={box} aria-label={visible(title)} onClose={onClose}>
      <header>
        <h2>{visible(title)}</h2>
        <Button look="quiet" icon="cross" label="Close" onClick={() => box.current?.close()}>
          {''}
        </Button>
      </header>
      {children}
    </dialog>
  )
}

/** A value that has not changed for a moment: for asking the server about what somebody types. */
export const REST = 180
