import { describe, expect, it } from 'vitest'
import { read } from './testing.ts'

function begins(line: string, words: string): boolean {
  return [line.split(' '), ...read(line).forms].some((form) => `${form.join(' ')} `.startsWith(`${words} `))
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
    ['tofu apply -auto-approve -destroy', 'terraform destroy'],
    ['git send-pack origin main', 'git push'],
    ['npm isntall-clean', 'npm ci'],
    ['docker --context x rm y', 'docker rm'],
    ['rm --recursive --force build', 'rm -rf'],
    ['rm build -rf', 'rm -rf'],
    ['rm -Rf build', 'rm -rf'],
    ['rm -f -r build', 'rm -rf'],
    ['rm -rfv build', 'rm -rf'],
  ])('%s is %s', (line, words) => {
    expect(begins(line, words)).toBe(true)
  })

  it('but not a rule about something else', () => {
    expect(begins('git -C push status', 'git push')).toBe(false)
    expect(begins('rm -r build', 'rm -rf')).toBe(false)
  })

  it('stays bounded for long lines', () => {
    expect(read(`ls ${'-l '.repeat(500)}`).forms.length).toBeLessThan(40)
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
