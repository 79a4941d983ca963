/** Part of the comparison: its tables and its plot. */

const number = (value) =>
  value === undefined ? '' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)

/** The rows of each contestant. */
export function byName(rows) {
  const table = {}
  for (const row of rows) (table[row.name] ??= []).push(row)
  return table
}

/** The comparison, as Markdown. */
export function section(table, sizes) {
  const head = ['', ...sizes.map((size) => size.toLocaleString('en')), 'reads shell']
  const line = (cells) => `| ${cells.join(' | ')} |`
  const body = (of) =>
    Object.entries(table).map(([name, rows]) => {
      const at = (size) => rows.find((row) => row.size === size)
      return line([name, ...sizes.map((size) => (at(size) ? number(of(at(size))) : '')), rows[0].parses ? 'yes' : 'no'])
    })
  const ruler = line(head.map((_, column) => (column === 0 ? '---' : '---:')))
  return `## Decisions per CPU second, by number of rules

Streams of 10,000 calls (70 % shell, half of it compound), another one in each round and four in turn; the same rules for
everybody, rounds interleaved in one process, CPU time. Peers that do not read shell got its commands split beforehand.

${[line(head), ruler, ...body(({ rate }) => rate)].join('\n')}

![Cost of a decision against the number of rules](cost.svg)

## 99th percentile of a decision, in microseconds of CPU time

Of calls timed one by one, each the middle of three, after the rounds above.

${[line(head), ruler, ...body(({ p99 }) => p99)].join('\n')}

## Milliseconds of CPU time to load the rules

${[line(head), ruler, ...body(({ load }) => load)].join('\n')}
`
}

/** Some of the streams that are decided first: each time about twice as many as before. */
const SHOWN = [0, 1, 3, 7, 15, 31]

export function growth(warming) {
  const rows = [...SHOWN, warming.length - 1].map((at) => warming[at]).filter((row) => row !== undefined)
  return `## How soon that speed is reached

V8 compiles what runs often, and reading shell takes much code. Before the comparison above, an engine with ten rules decided
${number(warming.length * 10_000)} calls, of which each 10,000 are another stream.

| calls decided before | decisions per CPU second |
| ---: | ---: |
${rows.map(({ made, rate }) => `| ${made.toLocaleString('en')} | ${number(rate)} |`).join('\n')}
`
}

const WIDTH = 640
const HEIGHT = 400
const MARGIN = 60
const COLOURS = ['#0b6e4f', '#53a548', '#c84630', '#5d2e8c', '#1e6091', '#b08900']

/** Cost of one decision against the number of rules, both axes logarithmic. */
export function plot(table, sizes) {
  const costs = Object.values(table).flatMap((rows) => rows.map(({ rate }) => 1e6 / rate))
  const [low, high] = [Math.floor(Math.log10(Math.min(...costs))), Math.ceil(Math.log10(Math.max(...costs)))]
  const span = Math.log10(sizes.at(-1) / sizes[0]) || 1
  const x = (size) => MARGIN + (Math.log10(size / sizes[0]) / span) * (WIDTH - 4 * MARGIN)
  const y = (cost) => HEIGHT - MARGIN - ((Math.log10(cost) - low) / (high - low)) * (HEIGHT - 2 * MARGIN)
  const text = (at, up, words, anchor = 'middle') =>
    `<text x="${at.toFixed(0)}" y="${up.toFixed(0)}" text-anchor="${anchor}">${words}</text>`
  const grid = Array.from({ length: high - low + 1 }, (_, step) => 10 ** (low + step)).map(
    (cost) =>
      `<line x1="${MARGIN}" x2="${WIDTH - 3 * MARGIN}" y1="${y(cost).toFixed(0)}" y2="${y(cost).toFixed(0)}" stroke="#ddd"/>${text(MARGIN - 6, y(cost) + 4, `${cost} µs`, 'end')}`,
  )
  const curves = Object.entries(table).map(([name, rows], index) => {
    const colour = COLOURS[index % COLOURS.length]
    const points = rows.map(({ size, rate }) => `${x(size).toFixed(0)},${y(1e6 / rate).toFixed(0)}`)
    const last = rows.at(-1)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/><g fill="${colour}">${text(x(last.size) + 6, y(1e6 / last.rate) + 4, name, 'start')}</g>`
  })
  const ticks = sizes.map((size) => text(x(size), HEIGHT - MARGIN + 20, size.toLocaleString('en')))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...grid, ...ticks, ...curves, text(WIDTH / 2 - MARGIN, HEIGHT - 12, 'rules')].join('\n')}
</svg>
`
}
