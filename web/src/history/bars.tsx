/** Part of the history: a row of bars. The first and the last are named, and each is read out separately. */

export interface Bar {
  readonly name: string
  readonly value: number
  readonly told: string
}

const WIDTH = 280
const HEIGHT = 72
const WIDEST = 36
/** If there are more names than this, there is no room for them beside each other. */
const MOST_NAMES = 6

export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = Math.min(WIDEST, WIDTH / Math.max(1, bars.length))
  const told = bars.map((bar) => bar.told).join('; ')
  return (
    <svg class="bars" viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`} role="img" aria-label={`${label}. ${told}`}>
      {bars.map((bar, at) => {
        const height = Math.max(bar.value === 0 ? 0 : 2, (bar.value / most) * HEIGHT)
        return (
          <g key={bar.name + at}>
            <title>{bar.told}</title>
            <rect class="ground" x={at * step + 2} y={0} width={step - 4} height={HEIGHT} rx={2} />
            <rect x={at * step + 2} y={HEIGHT - height} width={step - 4} height={height} rx={2} />
            {bars.length <= MOST_NAMES || at === 0 || at === bars.length - 1 ? (
              <text
                x={at === 0 ? 2 : at === bars.length - 1 ? bars.length * step - 2 : (at + 0.5) * step}
                y={HEIGHT + 13}
                text-anchor={at === 0 ? 'start' : at === bars.length - 1 ? 'end' : 'middle'}
              >
                {bar.name}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}
