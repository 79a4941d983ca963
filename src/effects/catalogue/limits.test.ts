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
  terraform: {
    looks: ['terraform -v'],
    acts: ['terraform show', 'terraform output', 'terraform -v plan'],
  },
  disks: {
    looks: [
      'mdadm --detail /dev/md0',
      'mdadm -D --scan',
      'tune2fs -l /dev/sda1',
      'btrfs filesystem usage -h /',
      'btrfs sub list /mnt',
    ],
    acts: [
      'mdadm --stop /dev/md0',
      'mdadm -D /dev/md0 --fail /dev/sda',
      'mdadm --assemble --scan --detail',
      'tune2fs -O ^has_journal /dev/sda1',
      'tune2fs -l -L x /dev/sda1',
      'btrfs filesystem resize 1g /',
      'btrfs device stats -z /',
      'btrfs subvolume delete /x',
    ],
  },
  'network tables': {
    looks: [
      'tc -s qdisc show dev eth0',
      'tc filter ls dev x',
      'bridge link',
      'bridge -j fdb show',
      'iw dev',
      'iw reg get',
    ],
    acts: [
      'tc qdisc del dev eth0 root',
      'tc -b f',
      'tc -n ns qdisc show',
      'bridge link set dev x state 0',
      'bridge -batch f',
      'iw dev wlan0 del',
      'iw reg set US',
    ],
  },
  'how processes run': {
    looks: ['prlimit --pid 12', 'numactl --hardware', 'slabtop -o'],
    acts: [
      'taskset -p 0x1 12',
      'chrt -p 12',
      'ionice -p 12',
      'prlimit --pid 12 --nofile=1',
      'prlimit -p 12 rm x',
      'numactl --hardware rm x',
      'slabtop',
    ],
  },
  at: {
    looks: ['at -l', 'at -l 3'],
    acts: ['at now', 'at -l -f job now', 'at -c 3', 'at -d 3', 'at -l -r 3', 'batch -l'],
  },
  'macOS, more': {
    looks: [
      'lipo -info a',
      'codesign -dv --verbose=4 a.app',
      'codesign -v a.app',
      'vm_stat',
      'xcrun --show-sdk-path',
      'xcrun --sdk macosx --find clang',
    ],
    acts: [
      'lipo -create a b -output c',
      'lipo -info a -output c',
      'codesign -s me a.app',
      'codesign -d --entitlements x a.app',
      'codesign --remove-signature a.app',
      'xcrun clang a.c',
      'xcrun --sdk macosx clang a.c',
      'xcrun --show-sdk-path clang',
    ],
  },
  java: {
    looks: ['javap -c -p Foo.class', 'javap -cp build com.x.Foo', 'jps -lv', 'jcmd -l'],
    acts: [
      'javap -J-javaagent:x.jar Foo',
      'javap @args',
      'jps evil.example',
      'jcmd 12 VM.version',
      'jcmd -l 12',
      'jcmd 12 GC.run',
    ],
  },
  nix: {
    looks: [
      'nix-env -q',
      'nix-env --query --json',
      'nix-store -q --references /nix/store/x',
      'nix-store --query --tree x',
    ],
    acts: [
      'nix-env -qa',
      'nix-env -q -f ./x.nix',
      'nix-env -i x',
      'nix-env -q -i x',
      'nix-store --gc',
      'nix-store -q --force-realise x',
      'nix-store -r x',
    ],
  },
  'update-alternatives': {
    looks: ['update-alternatives --display editor', 'update-alternatives --get-selections'],
    acts: [
      'update-alternatives --set editor /bin/vim',
      'update-alternatives --display editor --auto editor',
      'update-alternatives --config editor',
    ],
  },
  cpio: {
    looks: ['cpio -t', 'cpio -itv', 'cpio -i --list --quiet'],
    acts: [
      'cpio -i',
      'cpio -t -o',
      'cpio -tp x',
      'cpio -t -I host:x',
      'cpio -t --rsh-command=x -F a:b',
      'cpio -tF a.cpio',
      'cpio -tO x',
    ],
  },
  documents: {
    looks: [
      "xmlstarlet sel -t -v '//version' pom.xml",
      "xmlstarlet sel -t -m '//a[contains(@b, 1)]' -v 'count(c)' -n a.xml",
      'pdfgrep -n x a.pdf',
      'tomlq -r .a b.toml',
      'uchardet a',
      'difft a b',
      'patchelf --print-rpath a',
      'clang-format --dry-run --Werror a.c',
      'clang-format --style=file --dump-config',
      'lsar a.zip',
    ],
    acts: [
      'xmlstarlet sel -t -v "document(\'http://evil.example/x\')" a.xml',
      "xmlstarlet sel -t -v \"dyn:evaluate(concat('docu', 'ment(1)'))\" a.xml",
      "xmlstarlet sel --net -t -v '//a' a.xml",
      "xmlstarlet sel -t -v '//a' http://evil.example/x",
      'xmlstarlet sel -t -v "$x" a.xml',
      "xmlstarlet ed -L -d '//a' a.xml",
      'pdfgrep --cache x a.pdf',
      'tomlq -i .a=1 b.toml',
      'tomlq -f x b.toml',
      'patchelf --set-rpath x a',
      'patchelf --print-rpath --remove-rpath a',
      'clang-format -i a.c',
      'clang-format @args',
      'unar a.zip',
    ],
  },
  'clusters, more': {
    looks: [
      'kubectx -c',
      'kubens --current',
      'k9s version',
      'argocd app list',
      'argocd app get x -o json',
      'flux get all -A',
      'flux get sources git',
      'nomad job status x',
      'consul members',
    ],
    acts: [
      'kubectx prod',
      'kubectx -c prod',
      'kubectx -d prod',
      'k9s',
      'argocd app sync x',
      'argocd app get x --hard-refresh',
      'argocd app list --server evil.example',
      'flux reconcile source git x',
      'flux get all --kubeconfig x',
      'nomad job stop x',
      'nomad status -address=http://evil.example',
      'consul members -http-addr=evil.example:80',
      'consul kv get x',
    ],
  },
  psql: {
    looks: ["psql -c '\\dt'", "psql -d app -c '\\d+ users'", "psql app me -At -c '\\l'", 'psql -l app'],
    acts: [
      'psql',
      'psql app',
      "psql -c 'drop table x'",
      "psql -c '\\dt' -c 'drop table x'",
      "psql -c '\\d `id`'",
      "psql -c '\\dt' -f x",
      "psql -c '\\! id'",
      "psql -d postgres://evil.example/x -c '\\dt'",
      "psql 'host=evil.example' -c '\\dt'",
      "psql -h evil.example -c '\\dt'",
      'psql -c "$x"',
    ],
  },
  'git, more': {
    looks: ['git remote show', 'git apply --check -v a.patch'],
    acts: ['git remote show origin', 'git archive HEAD', 'git apply -v a.patch', 'git apply --check --apply a.patch'],
  },
  'only their version': {
    looks: ['ncdu --version', 'glow --version', 'restic --version'],
    acts: ['ncdu', 'glow README.md', 'restic backup .', 'lazygit', 'sox a b', 'zola build', 'aspell --version x'],
  },
  'listings, more': {
    looks: ['lsd -l --tree --depth 2', 'duf --only local', 'duf -json', 'procs --sortd cpu node', 'getcap -r src'],
    acts: ['procs --gen-completion bash', 'duf --unknown', 'setcap x a'],
  },
}

describe.each(Object.entries(LIMITS))('%s', (_, { looks, acts }) => {
  it.each(looks)('only looks: %s', (line) => expect(read(line).why).toBeUndefined())
  it.each(acts)('does more: %s', (line) => expect(read(line).readOnly).toBe(false))
})
