/** Shows why something could not be done or read; shows nothing if there was no problem. */

import { Sentence } from '../text/strange.tsx'

export function Trouble({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <p class="verdict bad">
      <Sentence text={text} />
    </p>
  )
}
