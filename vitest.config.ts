import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longestFirst } from './scripts/longest-first.mjs'
import { areCapturesHere } from './test/captures.ts'

if (!areCapturesHere)
  console.warn('The captures of real agents are not on this machine: tests that read them are left out.')

/** Tests that only compute: they start nothing and change nothing that another file could find changed. */
const COMPUTING = [
  'src/{dialects,effects,engine,vocabulary}/**/*.test.ts',
  // One asks what its process has loaded, the other puts a module in the place of another.
  'src/policy/**/!(regex|file-lock).test.ts',
  'test/{corpora,dialects}/**/*.test.ts',
  'test/{attacks,cases,corpus-smoke,honest-verdicts,laws,lint,lint-patterns,seed-cases,self-protection}.test.ts',
  'test/{docs,exports,linked-globs,many-files,mcp-annotations,paths-real-disk,policies-real-disk}.test.ts',
  'src/cli/{consent,late-constants,parse,reference,told-inbox}.test.ts',
  'src/cli/{render/visible,commands/{init-policy,inbox-loop,serve-approver}}.test.ts',
  'src/server/{diff,problem,undo,http/called,views/*}.test.ts',
  'src/store/{memory-store,migrations,packed}.test.ts',
]
/**
 * Tests that open gates in their own process, in folders of their own, and close them; and those that run real shells and
 * programs there.
 */
const SHARING = [
  'src/{adapters,gate}/**/*.test.ts',
  'test/{real-bash,real-programs}/**/*.test.ts',
  'test/real-git.test.ts',
]
/**
 * Of these: another module, clock or environment for the whole process, a look at all that it warns of, or a server of HTTP,
 * whose connections Node keeps and hands on for the whole process.
 */
const ALONE = [
  'src/adapters/{interceptor,remote}.test.ts',
  'src/adapters/mcp/http.test.ts',
  'src/gate/{gate,home}.test.ts',
  'src/gate/askers/webhook.test.ts',
  'src/gate/spool/intake.test.ts',
]
/** More than twenty seconds each. */
const LONGEST = [
  'browser/access',
  'chaos/approvals',
  'real-programs',
  'store/postgres',
  'commands/managing',
  'browser/live',
  'real-bash/real-bash',
  'commands/hook.test',
  'server/load',
  'dialects/round-trip',
  'dialects/claude-code',
  'corpora/corpora',
  'corpus-smoke',
  'test/dialects',
]
const cores = availableParallelism()

export default defineConfig({
  test: {
    // In CI the clients share the machine, and others may share it with CI: what hangs is found late rather than wrongly.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes, on a busy machine as well.
    expect: { poll: { timeout: 240_000 } },
    sequence: { sequencer: longestFirst(LONGEST) },
    projects: [
      {
        extends: true,
        test: {
          name: 'acting',
          include: [
            ...ALONE,
            'src/!(adapters|gate)/**/*.test.ts',
            'test/!(real-*)/**/*.test.ts',
            'test/!(real-git).test.ts',
          ],
          exclude: COMPUTING,
          globalSetup: ['src/cli/testing-shared.ts'],
          // They wait for browsers, servers and other processes half of the time.
          maxWorkers: cores + 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'sharing',
          include: SHARING,
          exclude: ALONE,
          // To load the house anew took half of their time.
          isolate: false,
          maxWorkers: cores + 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'computing',
          include: COMPUTING,
          exclude: areCapturesHere ? [] : ['src/vocabulary/payloads.test.ts'],
          // A process for each file would load the same modules, and read the same calls, a hundred times.
          isolate: false,
          maxWorkers: cores,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
