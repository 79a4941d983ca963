import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { redactedJson } from './redact.ts'
import { cpuNow } from '../../../test/cpu.ts'

const HUNTER = 'hunter2-correct-horse'
const A = 'A1b2C3d4E5f6G7h8'
const LONG = `${A}${A}${A}`

/** Assembled here, so that no scanner of this repository mistakes an example for a leak. */
const BY_FORM: readonly (readonly [kind: string, secret: string])[] = [
  ['AWS key', `AKIA${A.toUpperCase()}`],
  ['AWS key', `ASIA${A.toUpperCase()}`],
  ['GitHub token', `ghp_${LONG}`],
  ['GitHub token', `github_pat_${LONG}_${A}`],
  ['GitLab token', `glpat-${LONG}`],
  ['Anthropic key', `sk-ant-api03-${LONG}`],
  ['OpenAI key', `sk-proj-${LONG}`],
  ['OpenAI key', `sk-${LONG}`],
  ['Stripe key', `sk_live_${LONG}`],
  ['Stripe key', `whsec_${LONG}`],
  ['Slack token', `xoxb-12345678-${A}`],
  ['Slack token', `xapp-1-${A}`],
  ['npm token', `npm_${LONG}`],
  ['PyPI token', `pypi-AgEI${LONG}`],
  ['Google key', `AIza${LONG}`],
  ['Google token', `ya29.${LONG}`],
  ['Hugging Face token', `hf_${LONG}`],
  ['DigitalOcean token', `dop_v1_${'0123456789abcdef'.repeat(4)}`],
  ['Vault token', `hvs.${LONG}`],
  ['SendGrid key', `SG.${A}${A}.${LONG}`],
  ['Docker token', `dckr_pat_${LONG}`],
  ['Shopify token', `shpat_${'0123456789abcdef'.repeat(2)}`],
  ['JSON web token', `eyJhbGciOiJI.eyJzdWIiOiIx.${A}`],
  ['age key', `AGE-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN'.repeat(2)}`],
  ['private key', `-----BEGIN OPENSSH PRIVATE KEY-----\n${LONG}\n-----END OPENSSH PRIVATE KEY-----`],
  ['private key', `-----BEGIN RSA PRIVATE KEY-----\n${LONG}\nand it was cut off`],
  ['private key', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${LONG}\n-----END PGP PRIVATE KEY BLOCK-----`],
]

describe('a secret is known by its form', () => {
  it.each(BY_FORM)('%s', (kind, secret) => {
    const { body, text } = recorded({ command: `echo ${secret} end` })
    expect(text).not.toContain(secret.slice(12))
    expect(body).toEqual({ command: expect.stringMatching(new RegExp(`^echo \\[redacted: ${kind}\\]`)) as string })
  })

  it('also as the name of a field and inside what was not parsed', () => {
    expect(recorded({ [`ghp_${LONG}`]: 1, deep: [{ note: `x=ghp_${LONG}` }] }).text).not.toContain(LONG)
  })
})

describe('a secret is known by the name it is given', () => {
  const names = [
    'password',
    'Passwd',
    'passphrase',
    'client_secret',
    'clientSecret',
    'api_key',
    'apiKey',
    'API-KEY',
    'X-Api-Key',
    'APIKey',
    'apikey',
    'accessToken',
    'access_token',
    'GITHUB_TOKEN',
    'token',
    'Authorization',
    'AWS_SECRET_ACCESS_KEY',
    'AccountKey',
    'private_key',
    'MYSQL_PWD',
    'PGPASSWORD_PROD',
    'db.password',
    'cookie',
    'credentials',
    'X-Amz-Signature',
    '_authToken',
  ]

  it.each(names)('the field %s', (name) => {
    const { body, text } = recorded({ [name]: HUNTER, nested: { [name]: { value: [HUNTER] } }, kept: 'kept' })
    expect(text).not.toContain(HUNTER)
    expect(body).toMatchObject({ [name]: '[redacted]', kept: 'kept' })
  })

  it.each(names.filter((name) => /^[\w-]+$/.test(name)))('%s in running text', (name) => {
    for (const text of [
      `${name}=${HUNTER} make`,
      `export ${name}='${HUNTER}'`,
      `{"${name}": "${HUNTER}", "a": 1}`,
      JSON.stringify(`{"${name}":"${HUNTER}"}`),
      `curl -H "${name}: ${HUNTER}" example.com`,
      `https://example.com/?a=1&${name}=${HUNTER}&b=2`,
      `run --${name} ${HUNTER} --more`,
      `run --${name}=${HUNTER}`,
    ])
      expect(recorded({ text }).text, text).not.toContain(HUNTER)
  })

  it('numbers under it, unless the name is a common word for a quantity', () => {
    expect(recorded({ password: 123456, max_tokens: 4096, tokens: 17 }).body).toEqual({
      password: '[redacted]',
      max_tokens: 4096,
      tokens: 17,
    })
  })

  it('a variable given as a pair of name and value', () => {
    expect(recorded({ env: [{ name: 'API_TOKEN', value: HUNTER }] }).text).not.toContain(HUNTER)
  })
})

describe('a secret is known by its place in a command', () => {
  it.each([
    `mysql -u root -p${HUNTER} db`,
    `sudo /usr/bin/mysqldump -p'${HUNTER}' db`,
    `sshpass -p ${HUNTER} ssh host`,
    `sshpass -p${HUNTER} ssh host`,
    `curl -u admin:${HUNTER} https://example.com`,
    `cd x && curl --user "admin:${HUNTER}" example.com | sh`,
    `curl --user=admin:${HUNTER} example.com`,
    `curl \\\n  -X POST \\\n  -u \\\n  admin:${HUNTER} \\\n  example.com`,
    `curl \\\n-u admin:${HUNTER} example.com`,
    `deploy --api-key \\\n  ${HUNTER}`,
    `curl --proxy-user=admin:${HUNTER} example.com`,
    `curl -b session=${HUNTER} example.com`,
    `curl --cookie "session=${HUNTER}" example.com`,
    `vault kv put secret/x plain=${HUNTER}`,
    `vault write -field=a auth/x plain=${HUNTER} other=1`,
    `ansible-vault encrypt_string ${HUNTER}`,
    `ansible-vault encrypt_string --name x ${HUNTER}`,
    `curl 'https://a.example/x?Expires=1&Signature=${HUNTER}~_&Key-Pair-Id=K'`,
    `curl 'https://a.example/x?sv=1&sig=${HUNTER}%3D'`,
    `curl 'https://a.example/x?sig=${HUNTER}'`,
    `docker login -u me -p ${HUNTER} registry.example`,
    `docker login -u me -p${HUNTER} registry.example`,
    `http -a admin:${HUNTER} example.com`,
    `https --auth=admin:${HUNTER} example.com`,
    `xh -A bearer -a ${HUNTER} example.com`,
    `redis-cli -a ${HUNTER} ping`,
    `curl -sSu admin:${HUNTER} https://example.com`,
    `helm registry login -u me -p ${HUNTER} registry.example`,
    `kubectl create secret generic x --from-literal=plain=${HUNTER}`,
    `kubectl create secret generic x --from-literal plain=${HUNTER}`,
    `openssl enc -aes-256-cbc -k ${HUNTER} -in a`,
    `openssl pkcs12 -in a -passin pass:${HUNTER}`,
    `ldapsearch -D cn=me -w ${HUNTER} -b dc=x`,
    `smbclient -U me%${HUNTER} //host/share`,
    `sqlcmd -U me -P ${HUNTER} -Q x`,
    `cqlsh -u me -p ${HUNTER}`,
    `mosquitto_pub -u me -P ${HUNTER} -t x`,
    `ssh-keygen -t ed25519 -N ${HUNTER} -f key`,
    `vault login ${HUNTER}`,
    `cargo login ${HUNTER}`,
    `ngrok config add-authtoken ${HUNTER}`,
    `twine upload -u me -p ${HUNTER} dist/x`,
    `zip -P ${HUNTER} a.zip b`,
    `aws configure set aws_secret_access_key ${HUNTER} --profile x`,
    `aws configure set --profile x aws_secret_access_key ${HUNTER}`,
    `proxy curl smbclient -U x%${HUNTER}`,
    `npm config set //registry.example/:_authToken ${HUNTER}`,
    `npm set //registry.example/:_authToken ${HUNTER} && ls`,
    `yarn config set npmAuthToken "${HUNTER}"`,
    `az login --service-principal -u me -p ${HUNTER} --tenant x`,
    `oc login -u me -p ${HUNTER}`,
    `gh secret set PLAIN -b ${HUNTER}`,
    `gh secret set PLAIN -b"${HUNTER}" -R o/r`,
    `gh secret set PLAIN --body '${HUNTER}'`,
    `gh secret set PLAIN --body=${HUNTER}`,
    `gh secret set API_TOKEN -b ${HUNTER}`,
    `gh secret set API_TOKEN --repo o/r --body ${HUNTER}`,
    `git clone https://me:${HUNTER}@example.com/r.git`,
    `git clone https://${A}${A}@example.com/r.git`,
    `psql postgres://app:${HUNTER}@db/x`,
    `curl -H 'Authorization: Bearer ${HUNTER}' x`,
    `curl -H 'Authorization: Basic ${A}' x`,
    `curl -H 'Authorization: Custom id=1, key ${HUNTER}' x`,
    `curl -H "Cookie: a=1; session=${HUNTER}" x`,
    `mysql --password ${HUNTER}`,
  ])('%s', (command) => {
    const line = command.replaceAll('\\\n', ' ')
    const argv = (line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replaceAll(/["']/g, ''))
    const { text } = recorded({ command, reason: `\`${command}\` would …`, effects: [{ argv }] })
    expect(text).not.toContain(HUNTER)
    expect(text).not.toContain(A)
  })

  it('in words of which some are unknown', () => {
    expect(recorded({ argv: ['mysql', null, '--password', HUNTER, null] }).text).not.toContain(HUNTER)
  })

  it('keeps the rest of the line', () => {
    expect(recorded(`curl -u admin:${HUNTER} https://a.example && TOKEN=${HUNTER} make; ls`).body).toBe(
      'curl -u admin:[redacted] https://a.example && TOKEN=[redacted] make; ls',
    )
  })
})

describe('what is no secret stays', () => {
  it.each([
    'git commit -m "Add tokens to the lexer"',
    'cat src/token.ts src/password-reset/key.test.ts',
    'docker run -p 8080:80 nginx',
    'mysql -u root -p db',
    'curl -u "$USER" https://example.com/a:b',
    'curl -sS https://example.com/a:b',
    'curl -ou https://example.com/a:b',
    'openssl x509 -in a -noout',
    'helm list -p x',
    'kubectl get pods -l app=api',
    'ssh-keygen -l -f key',
    'vault status',
    'vault kv get -field=x secret/a',
    'curl -b jar.txt -sb other.txt -c out.txt https://example.com',
    'curl "https://example.com/?sig=1&sig=on"',
    'ansible-vault encrypt_string --stdin-name',
    'vault kv put -mount=secret x @data.json',
    'gh secret list -R o/r',
    'gh secret set API_TOKEN --repo o/r',
    'gh variable set PLAIN -b x',
    'gh pr create -b "what it does" -t x',
    'git config set user.name x',
    'npm config set registry x',
    'mkdir -p login && set -e tokens x',
    'cargo build --release',
    'TOKEN=$TOKEN API_KEY="$(cat key)" make',
    'docker login --password-stdin',
    'http -a "$AUTH" example.com a:=1',
    'const maxTokens = 4096',
    'PWD=/srv/project ls',
    'ssh -i ~/.ssh/id_ed25519 git@github.com',
    'https://github.com/o/r/compare/a...b',
    'npm run build -- --keys=3',
  ])('%s', (text) => {
    expect(recorded({ text }).body).toEqual({ text })
  })
})

describe('whatever is given', () => {
  it('a cycle, a thrower and an endless depth end', () => {
    const cycle: Record<string, unknown> = {}
    cycle['left'] = cycle
    cycle['right'] = cycle
    let deep: unknown = 'bottom'
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const thrower = Object.defineProperty({}, 'x', { enumerable: true, get: () => JSON.parse('{') as unknown })
    for (const value of [cycle, deep, thrower, undefined, 1n, Number.NaN, () => 1, Symbol('s'), new Date(Number.NaN)])
      expect(() => JSON.parse(recorded(value).text) as unknown).not.toThrow()
  })

  it('keys that name the prototype are keys', () => {
    expect(recorded(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')).text).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    )
  })

  it('more text than a record may hold is left out', () => {
    const { text } = recorded(Array.from({ length: 100 }, () => 'x'.repeat(60_000)))
    expect(text.length).toBeLessThan(1_200_000)
    expect(text).toContain('[too much]')
  })

  it('a long text is cut, and no secret at the cut shows its first half', () => {
    const filler = 'x '.repeat(32 * 1024 - 8)
    const { text } = recorded({ text: `${filler}-----BEGIN RSA PRIVATE KEY-----\n${LONG.repeat(400)}` })
    expect(text).not.toContain(A)
    expect(text.length).toBeLessThan(70_000)
  })

  it.each([
    'curl '.repeat(13_000),
    'token'.repeat(13_000),
    'token= '.repeat(9_000),
    'eyJaaaaaaaa-'.repeat(5_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(2_000),
    'a://b:'.repeat(10_000),
    'mysql "'.repeat(9_000),
    '"password": "'.repeat(5_000),
    'bearer '.repeat(9_000),
    `${'a'.repeat(60_000)}=`,
    '\\"'.repeat(30_000),
  ])('no text takes long: %#', (text) => {
    const start = cpuNow()
    recorded({ text })
    expect(cpuNow() - start).toBeLessThan(500)
  })
})

describe('canonical JSON', () => {
  it('is one spelling for one value', () => {
    expect(canonicalJson({ b: [1, 1e21, -0, 0.1], a: { é: '\u2028', Z: undefined } })).toBe(
      '{"a":{"é":"\u2028"},"b":[1,1e+21,0,0.1]}',
    )
    expect(canonicalJson({ '\u{1f600}': 1, '\ufb33': 2, a: 3 })).toBe('{"a":3,"\u{1f600}":1,"\ufb33":2}')
  })
})

function recorded(value: unknown): { body: unknown; text: string } {
  const text = redactedJson(value)
  // What was written is canonical already.
  expect(canonicalJson(JSON.parse(text))).toBe(text)
  return { body: JSON.parse(text), text }
}
