/** The public surface changes only on purpose. */

import { expect, test } from 'vitest'
import * as countersign from '../src/index.ts'

test('the package exports exactly these names', () => {
  expect(Object.keys(countersign).toSorted()).toEqual([
    'INBOX',
    'NOBODY',
    'PolicyError',
    'Refused',
    'askBy',
    'createEngine',
    'createTerminalAsker',
    'describedFileSystem',
    'loadPolicy',
    'openGate',
  ])
})
