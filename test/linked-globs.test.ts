/** A link to a folder, and a wildcard behind it: what the wildcard stands for lies where the link leads. */

import { describe, expect, it } from 'vitest'
import { createEngine, describedFileSystem } from '../src/index.ts'

const LINKS = { '/srv/project/link': '/srv/project/conf', '/srv/project/keys': '/home/user/.ssh' }

function decide(command: string, policy: object) {
  const fs = describedFileSystem({ symlinks: LINKS })
  const engine = createEngine({ policy, cwd: '/srv/project', root: '/srv/project', home: '/home/user', fs })
  return engine.decide({ tool: 'Bash', input: { command } }).behavior
}

describe('a wildcard behind a linked folder', () => {
  it.each(['cat link/*', 'cat link/k*', 'head -1 ./link/*.txt', 'grep x link/[a-z]*', 'cp link/* /tmp'])(
    'does not dodge a deny on the file itself: %s',
    (command) => {
      const policy = { allow: ['shell', 'read', 'write'], deny: ['read(conf/key.txt)'] }
      expect(decide(command, policy)).not.toBe('allow')
    },
  )

  it.each(['cat keys/*', 'cat keys/id*'])('reads no secret unasked: %s', (command) => {
    expect(decide(command, {})).not.toBe('allow')
  })

  it('is still read-only where nothing speaks against it', () => {
    expect(decide('cat link/*', { deny: ['read(other/key.txt)'] })).toBe('allow')
  })
})
