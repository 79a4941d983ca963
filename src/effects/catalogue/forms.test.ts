import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Match } from '../../engine/match/match.ts'
import { compileShell } from '../../engine/match/shell.ts'
import { read } from './testing.ts'

/** How surely a restriction so written meets the line. */
function meets(line: string, rule: string): Match {
  const argv = line.split(' ').map((word) => (word === '$X' ? null : word))
  const [program = null] = argv
  const reading = read(line)
  return compileShell(rule).restricts({
    type: 'run',
    argv,
    program,
    trusted: true,
    certain: true,
    harmless: false,
    of: 0,
    forms: () => reading.forms(),
  })
}

describe('another spelling meets the rule', () => {
  it.each([
    ['git -C x push', 'git push'],
    ['git -c a.b=c --git-dir .git push', 'git push'],
    ['git --config-env=a.b=C push', 'git push'],
    ['git push origin --force', 'git push --force'],
    ['git push -f', 'git push --force'],
    ['git commit -m x --amend', 'git commit --amend'],
    ['git commit --ame', 'git commit --amend'],
    ['npm -g install x', 'npm install'],
    ['npm i x', 'npm install'],
    ['npm isntall x', 'npm install'],
    ['kubectl -n prod delete pod x', 'kubectl delete'],
    ['kubectl --context=prod delete pod x', 'kubectl delete'],
    ['terraform -chdir=x destroy', 'terraform destroy'],
    ['terraform apply -destroy', 'terraform destroy'],
    ['tofu apply -auto-approve -destroy', 'tofu destroy'],
    ['git send-pack origin main', 'git push'],
    ['npm isntall-clean', 'npm ci'],
    ['docker --context x rm y', 'docker rm'],
    ['rm --recursive --force build', 'rm -rf'],
    ['rm build -rf', 'rm -rf'],
    ['rm -Rf build', 'rm -rf'],
    ['rm -f -r build', 'rm -rf'],
    ['rm -rfv build', 'rm -rf'],
  ])('%s is %s', (line, words) => {
    expect(meets(line, `${words}:*`)).toBe(2)
  })

  it.each([
    ['kubectl delete ns x', 'kubectl delete namespace'],
    ['kubectl -n y delete --now namespaces/x', 'kubectl delete ns'],
    ['kubectl delete pod,ns x', 'kubectl delete namespace'],
    ['kubectl scale deployments.apps/web --replicas 0', 'kubectl scale deployment web'],
    ['npm pub', 'npm publish'],
    ['npm unpub x', 'npm unpublish'],
    ['chmod -R 0777 x', 'chmod 777'],
    ['chmod 777 x', 'chmod 0777'],
    ['/usr/bin/python3.11 x.py', 'python3'],
    ['git.exe push', 'git push'],
    ['php8.2 x', 'php'],
  ])('%s is %s by another name', (line, words) => {
    expect(meets(line, `${words}:*`)).toBe(2)
  })

  it.each([
    ['kubectl delete pod ns', 'kubectl delete namespace'],
    ['npm test', 'npm token'],
    ['chmod 755 x', 'chmod 777'],
    ['chmod 7775 x', 'chmod 777'],
    ['python3 x', 'python'],
    ['base64 x', 'base'],
    ['mkfs.ext4 x', 'mkfs'],
  ])('%s is not %s', (line, words) => {
    expect(meets(line, `${words}:*`)).toBe(0)
  })

  it('but not a rule about something else', () => {
    expect(meets('git -C push status', 'git push:*')).toBe(0)
    expect(meets('rm -r build', 'rm -rf:*')).toBe(0)
  })
})

describe('no other flag stands between a rule and what it names', () => {
  it.each([
    ['git push -q origin main', 'git push origin:*'],
    ['git push --force -q --no-verify', 'git push --force --no-verify:*'],
    ['git push -q --no-verify -v origin -f', 'git push --force --no-verify:*'],
    ['git push origin -q main --force', 'git push --force origin main:*'],
    ['rm -v -v -v -v -v -v -v -r -f x', 'rm -rf:*'],
    ['rm -i -d -v --one-file-system --preserve-root -I --verbose --recursive --force x', 'rm -rf:*'],
    ['rm -r -v -f x', 'rm -rfv:*'],
    ['docker run -e A=1 -e B=2 -e C=3 -e D=4 -e E=5 -e F=6 -e G=7 --privileged x', 'docker run --privileged:*'],
    ['docker run --rm -i --privileged x', 'docker run --rm --privileged:*'],
    ['docker run -v a:b -v /:/host x', 'docker run -v /:/host:*'],
    ['docker container run -i -t --rm --privileged x', 'docker run --privileged:*'],
    ['curl -s -S -L -v -k -f -i -X POST http://x', 'curl -X POST:*'],
    ['curl -sSL http://x -XPOST', 'curl -X POST:*'],
    ['curl -s http://x --request=POST', 'curl -XPOST:*'],
    ['kubectl delete --all pod', 'kubectl delete pod --all:*'],
    ['kubectl delete pod -n x --all', 'kubectl delete pod --all:*'],
    ['kubectl -n prod delete pod x', 'kubectl delete -n prod:*'],
    ['kubectl delete pod x -n prod', 'kubectl -n prod delete:*'],
    ['npm publish --access public --tag=latest', 'npm publish --tag latest:*'],
    ['terraform apply -var a=b --auto-approve', 'terraform apply -auto-approve:*'],
    ['git push --force origin', 'git * --force'],
    ['git checkout -q -- x', 'git checkout --:*'],
    ['mytool go -x --hard', 'mytool go --hard:*'],
    ['mytool --hard go', 'mytool go --hard:*'],
    ['mytool -n x go -v prod --hard', 'mytool go prod --hard:*'],
    ['mytool deploy --env prod', 'mytool --env prod deploy:*'],
    ['mytool deploy -v --env=prod', 'mytool deploy --env prod:*'],
  ])('%s is %s', (line, rule) => {
    expect(meets(line, rule)).toBe(2)
  })

  it.each([
    ['mytool -vxf', 'mytool -x:*'],
    ['mytool --har', 'mytool --hard:*'],
    ['git push $X', 'git push --force:*'],
    ['mytool -hard', 'mytool --hard:*'],
    ['rm -rZf x', 'rm -Z:*'],
    ['curl -X $X http://x', 'curl -X POST:*'],
  ])('%s may be %s', (line, rule) => {
    expect(meets(line, rule)).toBe(1)
  })

  it.each([
    ['git push --follow-tags', 'git push -f:*'],
    ['git commit -m --amend', 'git commit --amend:*'],
    ['git -C x commit', 'git commit -C:*'],
    ['git commit -C HEAD', 'git -C:*'],
    ['curl -X GET http://x', 'curl -X POST:*'],
    ['docker run x --privileged-ish', 'docker run --privileged:*'],
    ['git status -s', 'git status'],
    ['git reset -q --hard HEAD', 'git reset --hard HEAD'],
    ['git push origin', 'git push --force:*'],
    ['mytool go --harder', 'mytool go --hard:*'],
    ['echo rm -rf x', 'rm -rf:*'],
    ['mytool --env=staging deploy', 'mytool --env prod deploy:*'],
  ])('%s is not %s', (line, rule) => {
    expect(meets(line, rule)).toBe(0)
  })

  /** Valueless flags, and the words behind the subcommand. */
  const COMMANDS = [
    ['git push', '-f --no-verify -q -v --tags --atomic --porcelain --signed', 'origin main'],
    ['rm', '-r -f -v -i -d --one-file-system --preserve-root', 'a b'],
    ['docker run', '--privileged --rm -i -t -d --init --read-only -P', 'alpine sh'],
    ['npm install', '-g --no-audit --no-fund --force --silent --save-exact', 'left-pad'],
    ['mytool go', '--hard -x -y --yes --now --twice -q', 'there'],
  ].map(([head = '', flags = '', words = '']) => ({ head, flags: flags.split(' '), words: words.split(' ') }))

  it('is a law: whatever flags stand beside them, however often and where', () => {
    const line = fc.constantFrom(...COMMANDS).chain(({ head, flags, words }) =>
      fc.record({
        head: fc.constant(head),
        named: fc.shuffledSubarray(flags),
        beside: fc.array(fc.constantFrom(...flags), { maxLength: 12 }),
        words: fc.constant(words),
        at: fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
      }),
    )
    fc.assert(
      fc.property(line, fc.boolean(), ({ head, named, beside, words, at }, spellsWords) => {
        const spelled = [...words]
        // Each flag somewhere among the words, which stay in their order.
        for (const [index, flag] of [...named, ...beside].entries())
          spelled.splice((at[index] ?? 0) % (spelled.length + 1), 0, flag)
        const rule = [head, ...named, ...(spellsWords ? words : [])].join(' ')
        expect(meets([head, ...spelled].join(' '), `${rule}:*`)).toBeGreaterThan(0)
      }),
      { numRuns: 3000 },
    )
  })

  it('many flags, and many words that may be values, cost no more than their number', () => {
    const line = `mytool ${Array.from({ length: 2000 }, (_, at) => `-x${at} a`).join(' ')}`
    expect(meets(line, 'mytool a a a a b --hard:*')).toBe(0)
    expect(meets(`${line} b --hard`, 'mytool a a a a b --hard:*')).toBe(2)
  })
})

describe('the stem comes from closed tables', () => {
  it.each([
    ['git -C x commit -m y', 'git commit'],
    ['npm run build -- --x', 'npm run build'],
    ['npm i lodash', 'npm install'],
    ['docker compose -f x up -d', 'docker compose up'],
    ['aws ec2 describe-instances', 'aws ec2 describe-instances'],
    ['aws whatever-i-say run', 'aws'],
    ['git whatever', 'git'],
    ['cat secret', 'cat'],
    ['make test', 'make test'],
  ])('%s: %s', (line, stem) => {
    expect(read(line).stem.join(' ')).toBe(stem)
  })
})
