/** Part of the server's metrics: the text format of Prometheus (version 0.0.4). */

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface Family {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

export interface Sample {
  /** Added to the family's name. */
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export function textOf(families: readonly Family[]): string {
  return families.map(familyText).join('')
}

function familyText({ name, type, help, samples }: Family): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelText(labels: NonNullable<Sample['labels']>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join()}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
