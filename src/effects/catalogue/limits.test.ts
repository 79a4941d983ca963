import { describe, expect, it } from 'vitest'
import { read } from './testing.ts'

/** What only looks, and beside it what the same program does when told otherwise. */
const LIMITS: Record<string, { readonly looks: string[]; readonly acts: string[] }> = {
  'git help': {
    looks: ['git help', 'git help log', 'git help -a', 'git log --help', 'git --help'],
    acts: ['git help -w log', 'git help -i log', 'git evil --help', 'git log --help --output=x'],
  },
  'git reflog': {
    looks: ['git reflog HEAD', 'git reflog main -5', "git reflog 'HEAD@{1}'", 'git reflog -n 3 HEAD'],
    acts: [
      'git reflog expire HEAD',
      'git reflog delete HEAD@{1}',
      'git reflog HEAD --output=x',
      'git reflog dropped',
      'git reflog HEAD --format=%GG',
    ],
  },
  'git blame': {
    looks: ['git blame --since=3.weeks -- a'],
    acts: ['git blame --contents=x a', 'git blame --output=x a'],
  },
  'git rerere': { looks: ['git rerere status', 'git rerere diff'], acts: ['git rerere', 'git rerere forget a'] },
  docker: {
    looks: ['docker search nginx', 'docker builder du', 'docker help run'],
    acts: [
      'docker search evil.example/x',
      'docker search localhost:5000/x',
      'docker builder prune',
      'docker search "$x"',
    ],
  },
  gh: {
    looks: ['gh issue view https://github.com/o/r/issues/1', 'gh gist view https://gist.github.com/u/1'],
    acts: [
      'gh issue view https://evil.example/o/r/issues/1',
      'gh pr view https://github.com.evil.example/o/r/pull/1',
      'gh pr view https://github.com@evil.example/o/r/pull/1',
      'gh pr diff https://github.com/o/r/pull/1 --web',
    ],
  },
  npm: { looks: ['npm help'], acts: ['npm help install', 'npm help --viewer=browser'] },
  node: {
    looks: ['node --check a.js', 'node -c a.js'],
    acts: ['node a.js --check', 'node --check -r ./x a.js', 'node --check a.js b.js', 'node a.js --version'],
  },
  rustc: {
    looks: ['rustc --print sysroot', 'rustc --print=cfg'],
    acts: ['rustc --print cfg=x', 'rustc --print cfg a.rs'],
  },
  rustfmt: {
    looks: ['rustfmt --check a.rs'],
    acts: ['rustfmt a.rs', 'rustfmt --check --emit files a.rs', 'rustfmt --check --config emit_mode=Files a.rs'],
  },
  scala: { looks: ['scala -version', 'kotlin -version'], acts: ['scala a.scala', 'scala -e x', 'kotlinc a.kt'] },
  'set and enable': {
    looks: ['set -o', 'set +o', 'enable', 'enable -p'],
    acts: ['set -o vi', 'set', 'enable -n test'],
  },
  tput: { looks: ['tput cols', 'tput setaf 1', 'tput -T xterm colors'], acts: ['tput init', 'tput reset', 'tput $x'] },
  ag: { looks: ['ag --ts foo', 'ag --python -l foo src'], acts: ['ag --ts --pager=x foo', 'ag --tsx foo'] },
  iptables: {
    looks: ['iptables -L -n -v', 'iptables -t nat -S', 'ip6tables -L INPUT --line-numbers'],
    acts: ['iptables -L -Z', 'iptables -F', 'iptables -A INPUT -j DROP', 'iptables -n', 'iptables -LZ'],
  },
  'nft and ufw': {
    looks: ['nft list ruleset', 'nft -a list tables', 'ufw status', 'ufw status verbose'],
    acts: [
      'nft flush ruleset',
      'nft -f x',
      "nft list ruleset ';' flush ruleset",
      "nft list 'ruleset;flush ruleset'",
      'ufw enable',
      'ufw reset',
    ],
  },
  'systemd tools': {
    looks: ['networkctl', 'networkctl status eth0', 'coredumpctl list', 'busctl tree', 'busctl --user list'],
    acts: ['networkctl down eth0', 'coredumpctl debug', 'coredumpctl dump -o x', 'busctl call a b c d'],
  },
  volumes: {
    looks: ['lvs', 'pvs -o name --noheadings', 'zpool status -v', 'zfs list -t snapshot'],
    acts: ['lvs --config x=y', 'zpool scrub x', 'zfs destroy x', 'zpool export x'],
  },
  pdftotext: {
    looks: ['pdftotext a.pdf -', 'pdftotext -layout -f 1 -l 2 a.pdf -'],
    acts: ['pdftotext a.pdf', 'pdftotext a.pdf b.txt', 'pdftotext a.pdf $x'],
  },
  aws: {
    looks: ['aws apigateway get-rest-apis', 'aws apigateway get-resources --rest-api-id x'],
    acts: [
      'aws apigateway get-api-keys',
      'aws lambda get-function --function-name x',
      'aws ssm get-parameter --name x',
    ],
  },
  gcloud: {
    looks: ['gcloud components list', 'gcloud secrets list', 'gcloud secrets versions list x'],
    acts: [
      'gcloud components install x',
      'gcloud secrets versions access latest --secret=x',
      'gcloud secrets delete x',
    ],
  },
  az: {
    looks: [
      'az vm list-sizes -l eastus',
      'az acr repository list -n r',
      'az ad user list',
      'az role assignment list --all',
    ],
    acts: [
      'az acr credential show -n r',
      'az acr repository delete -n r',
      'az ad sp create-for-rbac',
      'az role assignment create',
      'az vm run-command invoke',
      'az webapp list-publishing-profiles',
      'az storage account keys list',
    ],
  },
  helm: {
    looks: ['helm search hub redis', 'helm show values bitnami/nginx', 'helm show chart ./chart', 'kustomize version'],
    acts: [
      'helm search hub --endpoint http://x redis',
      'helm show chart oci://evil.example/x',
      'helm show values --repo http://x y',
      'kustomize build .',
    ],
  },
  sed: {
    looks: ["sed -n '\\|/usr|p' a", "sed '\\,x,d' a"],
    acts: ["sed '\\|x|w y' a", "sed '\\|x|e y' a", "sed '\\axaw y' a", "sed '\\|x' a"],
  },
  awk: {
    looks: [`awk '{ print > "/dev/stderr" }' a`, `awk '{ print $1 >> "/dev/stdout"; print $2 }' a`],
    acts: [
      `awk '{ print > "/dev/stderr" "x" }' a`,
      `awk '{ print > "/dev/stderr"$1 }' a`,
      `awk '{ print > "/dev/stderrs" }' a`,
      `awk '{ print > "/dev/stderr"${' '.repeat(200)}"x" }' a`,
      `awk '{ print > "/dev/stderr"; print > "x" }' a`,
    ],
  },
  macOS: {
    looks: ['defaults read', 'mdfind x', 'diskutil list', 'pmset -g', 'scutil --dns', 'xcode-select -p', 'plutil -p a'],
    acts: [
      'defaults write a b c',
      'mdls -plist x a',
      'diskutil eraseDisk x',
      'pmset sleep 0',
      'pmset sleepnow -g',
      'scutil --dns -r evil.example',
      'scutil --set HostName x',
      'xcode-select -s x',
      'plutil -convert json a',
    ],
  },
  'az and aws, more': {
    looks: [
      'az network vnet subnet list -g a --vnet-name b',
      'az monitor metrics list --resource r',
      'aws ce get-cost-and-usage --time-period Start=a,End=b --granularity DAILY --metrics c',
      'aws iam get-policy-version --policy-arn a --version-id v1',
      'gcloud artifacts docker images list r',
    ],
    acts: [
      'az cosmosdb keys list',
      'az network vnet subnet create',
      'aws codebuild start-build --project-name x',
      'aws codebuild batch-get-projects --names x',
      'gcloud artifacts docker images delete r',
    ],
  },
  terraform: { looks: ['terraform -v'], acts: ['terraform show', 'terraform output', 'terraform -v plan'] },
}

describe.each(Object.entries(LIMITS))('%s', (_, { looks, acts }) => {
  it.each(looks)('only looks: %s', (line) => expect(read(line).why).toBeUndefined())
  it.each(acts)('does more: %s', (line) => expect(read(line).readOnly).toBe(false))
})
