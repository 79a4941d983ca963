/** The project whose permissions and policy are shown. */

import { computed, signal } from '@preact/signals'
import { session } from './session.ts'

const chosen = signal<string | undefined>(undefined)

/** Its root. */
export const project = computed(
  () => chosen.value ?? session.value?.projects[0]?.root ?? session.value?.server.cwd ?? '',
)

export function chooseProject(root: string): void {
  chosen.value = root
}
