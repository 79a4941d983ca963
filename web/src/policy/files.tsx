/** Part of the policy page: the files that make up the policy, from the most to the least authoritative. */

import { useSignal } from '@preact/signals'
import type {
  Changed,
  CheckPolicyRequest,
  CheckPolicyResponse,
  PolicyFiles,
  PolicyFileView,
  SavePolicyRequest,
} from '../../../src/server/api.ts'
import { request } from '../api/client.ts'
import { Button } from '../parts/controls.tsx'
import { shortPath } from '../parts/format.ts'
import { LAYER_NAMES } from '../parts/layers.ts'
import { change } from '../state/change.ts'
import { useTried } from '../state/remote.ts'
import { Sentence, Strange } from '../text/strange.tsx'
import { drafts, edit, forget, textOf } from './drafts.ts'
import { Editor } from './editor.tsx'

export function Files({ policy, onChange }: { readonly policy: PolicyFiles; readonly onChange: () => void }) {
  const chosen = useSignal(firstOf(policy.files)?.file)
  const file = policy.files.find((one) => one.file === chosen.value) ?? firstOf(policy.files)
  if (file === undefined) return <p class="muted none">No policy file can be shown.</p>
  return (
    <section class="card files" aria-label="Policy files">
      <div class="tabs" role="tablist" aria-label="Files">
        {policy.files.map((one) => (
          <button
            key={one.file}
            type="button"
            role="tab"
            aria-selected={one.file === file.file}
            class={one.problems.some(({ severity }) => severity === 'error') ? 'broken' : ''}
            onClick={() => (chosen.value = one.file)}
          >
            {LAYER_NAMES[one.layer] ?? one.layer}
            {drafts.value.has(one.file) ? ' •' : ''}
            {one.exists ? '' : <span class="muted"> (none)</span>}
          </button>
        ))}
      </div>
      {policy.notes.map((note) => (
        <p key={note} class="note">
          <Sentence text={note} />
        </p>
      ))}
      <File key={file.file} file={file} cwd={policy.cwd} onChange={onChange} />
    </section>
  )
}

/** The user's own file that exists, else any file that exists, else the user's own. */
function firstOf(files: readonly PolicyFileView[]): PolicyFileView | undefined {
  return (
    files.find(({ own, exists, layer }) => own && exists && layer === 'user') ??
    files.find(({ exists }) => exists) ??
    files.find(({ own }) => own) ??
    files[0]
  )
}

interface FileProps {
  readonly file: PolicyFileView
  readonly cwd: string
  readonly onChange: () => void
}

function File({ file, cwd, onChange }: FileProps) {
  const text = textOf(file)
  const draft = drafts.value.get(file.file)
  const tried = useTried<CheckPolicyResponse>(
    '/v1/policy/check',
    draft === undefined ? undefined : ({ layer: file.layer, text } satisfies CheckPolicyRequest),
  )
  const problems = draft === undefined ? file.problems : (tried.value?.problems ?? [])
  const isBroken = problems.some(({ severity }) => severity === 'error')
  const save = () => {
    if (file.layer !== 'user' && file.layer !== 'local') return
    const body: SavePolicyRequest = { layer: file.layer, cwd, text, print: draft?.print ?? file.print }
    void change(`Saved ${shortPath(file.file)}.`, () => request<Changed>('PUT', '/v1/policy', body), onChange).then(
      (done) => done && forget(file.file),
    )
  }
  const blocked = isBroken
    ? 'It has errors: mend them first.'
    : draft === undefined
      ? 'Nothing was changed.'
      : undefined
  return (
    <div role="tabpanel" aria-label={LAYER_NAMES[file.layer] ?? file.layer}>
      <p class="path">
        <code>
          <Strange text={shortPath(file.file)} />
        </code>{' '}
        <span class="muted">
          {file.own
            ? file.exists
              ? ''
              : 'does not exist yet; saving makes it'
            : 'cannot be saved from here; edit it to try something out'}
        </span>
      </p>
      <Editor label={`Text of ${file.file}`} text={text} problems={problems} onInput={(typed) => edit(file, typed)} />
      <div class="buttons">
        {file.own ? (
          <Button look="primary" blocked={blocked} onClick={save}>
            Save
          </Button>
        ) : null}
        {draft === undefined ? null : (
          <Button look="quiet" icon="undo" onClick={() => forget(file.file)}>
            Drop the changes
          </Button>
        )}
      </div>
    </div>
  )
}
