import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BuiltCli } from './testing.ts'

describe('countersign lint', () => {
  let cli: BuiltCli
  beforeAll(async () => void (cli = await BuiltCli.build()))
  afterAll(() => cli.remove())

  it('ends with 1 when a rule says nothing, and names both rules, their places and what to do', async () => {
    const file = cli.write(
      'p.yaml',
      'allow:\n  - shell(git push:*)\n  - shell(npm run:*)\n  - shell(npm run test)\ndeny:\n  - shell(git:*)\n',
    )
    const { code, stdout, stderr } = await cli.run(['lint', '--policy', file])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      `shadowed allow rule \`shell(git push:*)\` (${file}:2) never counts: deny rule \`shell(git:*)\` (${file}:6) denies all of it, and deny beats allow.`,
      '  Remove it, or narrow the deny: `except` takes something out of a rule.',
      `redundant allow rule \`shell(npm run test)\` (${file}:4) adds nothing: allow rule \`shell(npm run:*)\` (${file}:3) allows all of it.`,
      '  Remove it.',
      '',
      '4 rules, 2 of them without effect.',
      '',
    ])
    const json = JSON.parse((await cli.run(['lint', '--policy', file, '--json'])).stdout) as object
    expect(json).toMatchObject({
      remarks: [
        { says: 'shadowed', rule: { rule: 'shell(git push:*)', line: 2 }, by: { rule: 'shell(git:*)', line: 6 } },
        { says: 'redundant', rule: { line: 4 }, by: { line: 3 }, advice: 'Remove it.' },
      ],
      notes: [],
      problems: [],
    })
  })

  it('ends with 0 when none is found, and with 2 when the policy is broken', async () => {
    const [sound, broken] = [
      cli.write('sound.yaml', 'allow: [ shell(npm:*) ]\ndeny: [ shell(npm publish) ]\n'),
      cli.write('broken.yaml', 'deny: [ Bsh(x) ]\n'),
    ]
    expect(await cli.run(['lint', '--policy', sound])).toEqual({
      code: 0,
      stdout: '2 rules; none was found without effect.\n',
      stderr: '',
    })
    expect(await cli.run(['lint', '--policy', broken])).toMatchObject({ code: 2, stdout: '' })
  })

  it('tells what reading the files warns of, and nothing twice', async () => {
    const file = cli.write(
      'w.yaml',
      'allow:\n  - shell(wc)\n  - rule: shell(ls)\n    expires: 2020-01-01\ndeny: [ shell(git), shell(wc) ]\n',
    )
    const { code, stdout, stderr } = await cli.run(['lint', '--policy', file])
    expect(code).toBe(1)
    expect(stdout.match(/^\w+/gm)).toEqual(['contradiction', 'dead', '4'])
    expect(stderr.match(/^warning.*/gm)).toEqual([expect.stringContaining('only the bare command `git`') as unknown])
    const warned = cli.write('own.yaml', 'allow: [ DeployHere ]\n')
    expect(await cli.run(['lint', '--policy', warned])).toMatchObject({
      code: 1,
      stdout: '1 rule; none was found without effect, but see the warnings.\n',
    })
  })

  it('holds the layers against each other, as they count here', async () => {
    cli.write('../.config/countersign/policy.yaml', 'allow: [ shell(make), shell(npm test) ]\ndeny: [ shell(git:*) ]\n')
    cli.write('countersign.yaml', 'allow: [ shell(npm:*) ]\nask: [ shell(git push) ]\ndeny: [ shell(make) ]\n')
    const { stdout, stderr } = await cli.run(['lint'])
    expect(stdout.match(/^\w+ \w+ rule `[^`]*`/gm)).toEqual([
      'contradiction allow rule `shell(make)`',
      'shadowed ask rule `shell(git push)`',
    ])
    expect(stderr).toContain('countersign trust')
  })
})
