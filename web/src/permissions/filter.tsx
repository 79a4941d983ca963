/** Part of permissions: chooses which rules are shown. */

import type { Signal } from '@preact/signals'
import type { RuleView } from '../../../src/server/api.ts'
import { Choice } from '../parts/choice.tsx'
import { LAYER_NAMES } from '../parts/layers.ts'

export interface Filter {
  readonly behavior: string
  readonly kind: string
  readonly layer: string
  readonly text: string
}

export const NO_FILTER: Filter = { behavior: '', kind: '', layer: '', text: '' }

const KINDS = ['shell', 'read', 'write', 'url', 'mcp', 'other']

export function matchesFilter(rule: RuleView, { kind, layer, text }: Filter): boolean {
  if (kind !== '' && rule.kind !== kind) return false
  if (layer !== '' && rule.layer !== layer) return false
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  return [rule.rule, rule.reason, rule.addedBy, rule.file].some((part) => part?.toLowerCase().includes(wanted) === true)
}

export function FilterBar({ filter }: { readonly filter: Signal<Filter> }) {
  const set = (part: Partial<Filter>) => (filter.value = { ...filter.value, ...part })
  return (
    <div class="filters" role="search">
      <input
        type="search"
        placeholder="Search rules"
        aria-label="Search rules"
        value={filter.value.text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <Choice
        label="Behaviour"
        value={filter.value.behavior}
        options={[
          ['', 'all rules'],
          ['deny', 'blocked'],
          ['ask', 'asked'],
          ['allow', 'allowed'],
        ]}
        onChange={(behavior) => set({ behavior })}
      />
      <Choice
        label="Kind"
        value={filter.value.kind}
        options={[['', 'every kind'], ...KINDS.map((kind) => [kind, kind] as const)]}
        onChange={(kind) => set({ kind })}
      />
      <Choice
        label="Layer"
        value={filter.value.layer}
        options={[['', 'every layer'], ...Object.entries(LAYER_NAMES)]}
        onChange={(layer) => set({ layer })}
      />
    </div>
  )
}
