/** A choice among a few values, with the browser's own list. */

import { visible } from '../../../src/gate/visible.ts'

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly onChange: (value: string) => void
}

export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {visible(name)}
        </option>
      ))}
    </select>
  )
}
