/**
 * Part of the wrapper catalogue, data: programs with subcommands that run a command (`docker exec`, `npx`).
 *
 * Seen through for restrictions only: a program inside a container, a package or on another host is not necessarily
 * what its name says.
 */

import type { Prefix } from './prefix.ts'

/** A program with subcommands that run a command. */
export interface Runner {
  /** Options before the subcommand. */
  readonly globals?: string
  readonly subs: Readonly<Record<string, Prefix>>
  /** A word that is no subcommand, also after `run`, may be a program of a package, or any other program. */
  readonly programs?: true
}

const DOCKER_RUN: Prefix = {
  operands: 1,
  elsewhere: 'container',
  options: `-a= --attach= --add-host= --annotation= --blkio-weight= --cap-add= --cap-drop= --cgroup-parent= --cgroupns= --cidfile= -c= --cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= -d --detach --detach-keys= --device= --disable-content-trust=? --dns= --dns-option= --dns-search= --domainname= --entrypoint@ -e= --env= --env-file= --expose= --gpus= --group-add= --health-cmd@ --health-interval= --health-retries= --health-start-period= --health-timeout= -h= --hostname= --init=? -i --interactive --ip= --ip6= --ipc= --isolation= -l= --label= --label-file= --link= --log-driver= --log-opt= --mac-address= -m= --memory= --memory-reservation= --memory-swap= --mount= --name= --net= --network= --network-alias= --no-healthcheck --oom-kill-disable --pid= --pids-limit= --platform= --pod= --privileged --publish= -p= -P --publish-all --pull= -q --quiet --read-only --replace --restart= --rm --runtime= --security-opt= --shm-size= --sig-proxy=? --stop-signal= --stop-timeout= --storage-opt= --sysctl= --systemd= --tmpfs= -t --tty --ulimit= -u= --user= --userns= --uts= -v= --volume= --volume-driver= --volumes-from= -w= --workdir= -it -dit ~--help`,
}
const DOCKER_EXEC: Prefix = {
  operands: 1,
  elsewhere: 'container',
  options:
    '-d --detach --detach-keys= -e= --env= --env-file= -i --interactive -l --latest --privileged -t --tty -u= --user= -w= --workdir= ~--help',
}
const COMPOSE_RUN: Prefix = {
  operands: 1,
  elsewhere: 'container',
  options:
    '-d --detach -e= --env= --entrypoint@ -i --interactive -l= --label= --name= --no-deps --no-TTY -T -p= --publish= --quiet-pull --rm --service-ports --use-aliases -u= --user= -v= --volume= -w= --workdir= --index= --privileged --build --pull= --remove-orphans --cap-add= --cap-drop= --env-from-file= -t --tty',
}
const COMPOSE_GLOBALS =
  '-f= --file= -p= --project-name= --profile= --env-file= --project-directory= --ansi= --parallel= --progress= --compatibility --dry-run --all-resources'
const DOCKER: Runner = {
  globals: `--config= -c= --context= -D --debug -H= --host= -l= --log-level= --tls --tlscacert= --tlscert= --tlskey= --tlsverify --url= --identity= --connection= --root= --runroot= --storage-driver= --namespace= -n= --address= -a= -r --remote --log-level= ${COMPOSE_GLOBALS}`,
  subs: {
    exec: DOCKER_EXEC,
    'container exec': DOCKER_EXEC,
    run: DOCKER_RUN,
    'container run': DOCKER_RUN,
    create: DOCKER_RUN,
    'container create': DOCKER_RUN,
    'compose exec': COMPOSE_RUN,
    'compose run': COMPOSE_RUN,
    'machine ssh': { options: '--username=', operands: 1, unnamed: true, script: true, elsewhere: 'container' },
    'service create': DOCKER_RUN,
    'sandbox exec': DOCKER_EXEC,
  },
}
const APPTAINER: Runner = {
  globals: '-d --debug -q --quiet -s --silent -v --verbose -c= --config=',
  subs: Object.fromEntries(
    ['exec', 'run', 'shell'].map((sub): [string, Prefix] => [
      sub,
      {
        operands: 1,
        shell: sub === 'shell',
        elsewhere: 'container',
        options:
          '-B= --bind= -H= --home= -W= --workdir= -S= --scratch= -o= --overlay= --env= --env-file= --pwd= --cwd= --mount= --net --network= --nv --rocm -c --contain -C --containall -e --cleanenv -f --fakeroot -i --ipc -p --pid -u --userns -w --writable --writable-tmpfs --no-home --app= --security= --add-caps= --drop-caps=',
      },
    ]),
  ),
}
const FLY_CONSOLE: Prefix = {
  late: true,
  elsewhere: 'remote',
  options: '-C@ --command@ -a= --app= -s --select -u= --user= -r= --region= --machine= -g= --pty',
}
const FLY: Runner = {
  subs: {
    'ssh console': FLY_CONSOLE,
    console: FLY_CONSOLE,
    'machine exec': { operands: 1, script: true, elsewhere: 'remote', options: '-a= --app= --timeout=' },
  },
}
const HEROKU_RUN: Prefix = {
  script: true,
  elsewhere: 'remote',
  options: '-a= --app= -r= --remote= -e= --env= -s= --size= -x --exit-code --no-tty --no-notify --type=',
  after: true,
}
const KUBECTL: Runner = {
  globals:
    '-n= --namespace= --context= --cluster= --kubeconfig= -s= --server= --user= --token= --as= --as-group= --request-timeout= -v= --v= --cache-dir= --certificate-authority= --client-certificate= --client-key= --insecure-skip-tls-verify=? --tls-server-name=',
  subs: Object.fromEntries(
    ['exec', 'run', 'debug', 'rsh'].map((sub): [string, Prefix] => [
      sub,
      {
        operands: 1,
        late: true,
        after: true,
        elsewhere: 'container',
        options:
          '-c= --container= -f= --filename= -i --stdin -t --tty -q --quiet -n= --namespace= --context= --pod-running-timeout= --image= --restart= --rm --command=? --env= -l= --labels= --port= --overrides= --dry-run=? --attach=? -it --target= --copy-to= --share-processes --profile= -o= --output= --timeout= --no-tty -T',
      },
    ]),
  ),
}

const PLAIN: Prefix = {}
/** The words after it at most name an environment. */
const SHELL: Prefix = { operands: 9, late: true, shell: true }
const OWN: Prefix = { own: true }
const PACKAGE: Prefix = {
  packaged: true,
  options:
    '-c@ --call@ -p= --package= -y --yes --no -n= --no-install -q --quiet -w= --workspace= --workspaces --ignore-existing --shell= --shell-auto-fallback=? --npm= --node-arg= --prefix= --registry= --userconfig= --cache= --bun -b --silent --allow-build= -C= --dir= --shell-mode ~--help ~--version',
}
const PYTHON_TOOL: Prefix = {
  packaged: true,
  options:
    '--from= --with= --with-editable= --with-requirements= -p= --python= --index= --index-url= -i= --extra-index-url= --refresh --isolated -q --quiet -v --verbose --spec= --pip-args= --no-cache --env-file= --offline --directory= --project= --suffix= --fetch-missing-python ~--help ~-h ~--version',
}
const UV_RUN: Prefix = {
  options:
    '--extra= --all-extras --no-extra= --no-dev --group= --no-group= --only-group= --all-groups --only-dev --env-file= --with= --with-editable= --with-requirements= --isolated --active --no-sync --locked --frozen -s --script --gui-script --all-packages --package= --no-project --index= -p= --python= --refresh -q --quiet -v --verbose --directory= --project= --exact --no-editable -m* --module*',
}
const VENV: Prefix = {
  options: '-n= --name= -p= --prefix= --cwd= --no-capture-output --live-stream -v -q --dev -e= --env= --quiet',
}
/** The text is typed into a shell that already runs. */
const TYPED: Prefix = { script: true, options: '-m= --match= -t= --match-tab= --pane-id= --no-paste -a --all -e' }
const KITTEN: Runner = { subs: { '@ send-text': TYPED, '@ launch': { options: '--type= --title= --cwd= --env=' } } }
const PACKAGE_MANAGER_GLOBALS =
  '-w= --workspace= --prefix= -C= --dir= --cwd= -F= --filter= --recursive -r --silent -s --quiet -q --config= --userconfig= --registry= --loglevel= --if-present --workspaces --yes -y'

export const RUNNERS: Readonly<Record<string, Runner>> = {
  'aws-vault': {
    subs: {
      exec: {
        operands: 1,
        after: true,
        shell: true,
        options: '-d= --duration= -n --no-session -s --server --ecs-server --region= --prompt= --json -t=',
      },
    },
  },
  asdf: { subs: { exec: PLAIN } },
  apptainer: APPTAINER,
  berglas: { subs: { exec: { after: true } } },
  bolt: {
    subs: {
      'command run': {
        script: true,
        elsewhere: 'remote',
        options: '-t= --targets= -u= --user= -q= --query= --run-as=',
      },
    },
  },
  brew: { subs: { sh: { options: '-c@ --env= --ruby' } } },
  buildah: { subs: { unshare: PLAIN, run: { operands: 1, after: true, elsewhere: 'container' } } },
  bun: { globals: PACKAGE_MANAGER_GLOBALS, subs: { x: PACKAGE, exec: { script: true }, run: PLAIN }, programs: true },
  bundle: {
    globals: '--gemfile= --retry= --no-color --verbose',
    subs: { exec: { options: '--keep-file-descriptors --gemfile=' } },
  },
  chamber: { subs: { exec: { operands: 1, after: true, options: '-b= --backend= --pristine --strict' } } },
  cmake: {
    globals: '-E',
    subs: { env: { assigns: true, options: '--unset= --modify=' }, time: PLAIN, chdir: { operands: 1 } },
  },
  colima: { globals: '-p= --profile=', subs: { ssh: { after: true, shell: true, elsewhere: 'container' } } },
  composer: { globals: '-d= --working-dir= -n -q -v -vv -vvv', subs: { exec: { options: '-l --list' } } },
  conda: { subs: { run: VENV } },
  consul: {
    globals: '-http-addr= -token= -datacenter=',
    subs: {
      watch: {
        script: true,
        options:
          '-type= -key= -prefix= -service= -state= -name= -tag= -passingonly= -shell= -http-addr= -token= -datacenter= -token-file= -stale',
      },
    },
  },
  crictl: {
    globals: '-r= --runtime-endpoint= -i= --image-endpoint=',
    subs: { exec: { operands: 1, elsewhere: 'container', options: '-i --interactive -t --tty -s --sync --timeout=' } },
  },
  ctr: {
    globals: '-n= --namespace= -a= --address=',
    subs: Object.fromEntries(
      ['task exec', 'tasks exec', 't exec', 'run', 'container run'].map((sub): [string, Prefix] => [
        sub,
        {
          operands: sub.endsWith('run') ? 2 : 1,
          elsewhere: 'container',
          options:
            '--exec-id= --cwd= --user= -t --tty -d --detach --rm --net-host --privileged --mount= --env= --env-file= --snapshotter= --runtime=',
        },
      ]),
    ),
  },
  dart: { subs: { run: { options: '--enable-asserts --define= -D=', packaged: true }, 'pub run': {} } },
  deno: {
    globals: '-q --quiet -L= --log-level= -c= --config=',
    subs: { run: { packaged: true }, x: { packaged: true }, install: { packaged: true } },
  },
  devbox: {
    globals: '-q --quiet',
    subs: { run: { options: '-c= --config= -e= --env= --env-file= --pure -l --list -q --quiet' }, shell: SHELL },
  },
  direnv: { subs: { exec: { operands: 1 } } },
  distrobox: {
    subs: {
      enter: {
        operands: 1,
        late: true,
        after: true,
        shell: true,
        options: '-n= --name= -e* --exec* -a= -T -nw --no-tty',
      },
    },
  },
  docker: DOCKER,
  'docker-compose': { globals: COMPOSE_GLOBALS, subs: { exec: COMPOSE_RUN, run: COMPOSE_RUN } },
  'docker-machine': { subs: { ssh: { operands: 1, script: true, elsewhere: 'remote' } } },
  doppler: {
    globals: '-t= --token= --config-dir= --scope= --silent',
    subs: {
      run: {
        after: true,
        options: '--command@ -p= --project= -c= --config= --name-transformer= --fallback= --mount= --preserve-env=?',
      },
    },
  },
  dotenv: {
    globals: '-f= --file= -q= --quote= -e= --export=',
    subs: { run: { options: '--override --no-override' } },
  },
  dotenvx: {
    subs: { run: { after: true, options: '-e= --env= -f= --env-file= -o --overload --convention= -q --quiet' } },
  },
  dotnet: { subs: { 'tool run': PLAIN, 'tool exec': { packaged: true } } },
  etcdctl: { globals: '--endpoints= --user=', subs: { 'exec-watch': { operands: 1, after: true } } },
  flatpak: {
    subs: {
      run: {
        operands: 1,
        elsewhere: 'container',
        options:
          '--command@ --branch= --arch= --env= --filesystem= --share= --socket= --device= --user --system --devel',
      },
    },
  },
  flox: { subs: { activate: { after: true, options: '-d= --dir= -r= --remote= -c* --command* -s -t' } } },
  flutter: { subs: { 'pub run': PLAIN } },
  fly: FLY,
  flyctl: FLY,
  fnm: { subs: { exec: { after: true, options: '--using= --log-level= --fnm-dir=' } } },
  foreman: { subs: { run: { options: '-e= --env= -d= --root= -f= --procfile=' } } },
  gcloud: {
    globals: '--project= --account= --configuration= -q --quiet',
    subs: {
      'compute ssh': {
        operands: 1,
        late: true,
        script: true,
        elsewhere: 'remote',
        options:
          '--command@ --zone= --project= --ssh-flag= --ssh-key-file= --internal-ip --tunnel-through-iap --container= --quiet -q --account=',
      },
      'workstations ssh': {
        operands: 1,
        late: true,
        script: true,
        elsewhere: 'remote',
        options: '--command@ --cluster= --config= --region= --project= --port= --user= --quiet -q',
      },
      'cloud-shell ssh': {
        script: true,
        elsewhere: 'remote',
        options: '--command@ --ssh-flag= --ssh-key-file= --authorize-session --force-key-file-overwrite',
      },
    },
  },
  go: {
    subs: {
      tool: { options: '-n -modfile=' },
      'tool addr2line': OWN,
      'tool buildid': OWN,
      'tool cover': OWN,
      'tool dist': OWN,
      'tool nm': OWN,
      'tool objdump': OWN,
    },
  },
  guix: {
    subs: {
      shell: {
        after: true,
        operands: 9,
        shell: true,
        options: '-C --container -N --network -m= --manifest= -f= -D -E= --pure',
      },
      environment: { after: true },
    },
  },
  hatch: {
    globals: '-e= --env= -p= --project= -v -q --data-dir= --cache-dir= --config=',
    subs: { run: {}, 'env run': {}, shell: SHELL },
  },
  hcloud: {
    globals: '--config= --context= --quiet',
    subs: {
      'server ssh': { operands: 1, script: true, elsewhere: 'remote', options: '-u= --user= -p= --port= --ipv6' },
    },
  },
  heroku: {
    subs: {
      run: HEROKU_RUN,
      'run:detached': HEROKU_RUN,
      'ps:exec': { ...HEROKU_RUN, script: true },
      'local:run': { options: '-e= --env= -p= --port=', after: true },
    },
  },
  husky: { subs: { add: { operands: 1, script: true }, set: { operands: 1, script: true } } },
  hyprctl: { subs: { 'dispatch exec': { script: true } } },
  incus: {
    subs: {
      exec: {
        operands: 1,
        late: true,
        after: true,
        elsewhere: 'container',
        options: '--cwd= --env= --user= --group= -t -T -n --mode=',
      },
    },
  },
  infisical: {
    subs: { run: { after: true, options: '--command@ --env= --path= --token= --projectId= --watch --recursive' } },
  },
  ip: {
    globals: '-n= -netns= -4 -6 -br -brief -a -all -d -s -o -j -c -color',
    subs: { 'netns exec': { operands: 1 }, 'vrf exec': { operands: 1 } },
  },
  k: KUBECTL,
  kitten: KITTEN,
  kitty: { subs: { ...KITTEN.subs, '+launch': PLAIN } },
  kubectl: KUBECTL,
  kubecolor: KUBECTL,
  launchctl: {
    subs: { asuser: { operands: 1 }, bsexec: { operands: 1 }, submit: { after: true, options: '-l= -p= -o= -e=' } },
  },
  lein: { subs: { shell: PLAIN } },
  lerna: {
    subs: {
      exec: {
        after: true,
        script: true,
        options: '--scope= --ignore= --concurrency= --since= --stream --parallel --no-bail --no-prefix',
      },
    },
  },
  limactl: {
    subs: { shell: { operands: 1, shell: true, elsewhere: 'container', options: '--workdir= --shell= --tty=?' } },
  },
  lxc: {
    subs: {
      exec: {
        operands: 1,
        late: true,
        after: true,
        elsewhere: 'container',
        options: '--cwd= --env= --user= --group= -t -T -n --mode=',
      },
    },
  },
  machinectl: {
    globals: '-q -H= -M=',
    subs: { shell: { operands: 1, shell: true, elsewhere: 'container', options: '--uid= --setenv= -E=' } },
  },
  mamba: { subs: { run: VENV } },
  meson: { subs: { devenv: { options: '-C= -w= --workdir= --dump=?' } } },
  micromamba: { globals: '-r= -n= -p=', subs: { run: VENV } },
  mise: {
    globals: '-C= --cd= -E= --env= -q --quiet -v --verbose -y --yes',
    subs: {
      exec: { after: true, operands: 0, options: '-c@ --command@ -j= --jobs= -C= --cd= -q -v -y --raw' },
      x: { after: true, options: '-c@ --command@ -j= --jobs= -C= --cd= -q -v -y --raw' },
    },
  },
  mix: { subs: { cmd: PLAIN, 'do cmd': PLAIN } },
  multipass: {
    subs: {
      exec: {
        operands: 1,
        after: true,
        elsewhere: 'container',
        options: '-d= --working-directory= -n --no-map-working-directory',
      },
    },
  },
  nerdctl: DOCKER,
  netlify: { subs: { 'dev:exec': PLAIN } },
  nix: {
    globals: '--extra-experimental-features= --impure',
    subs: {
      shell: { late: true, operands: 9, shell: true, options: '-c* --command* -f= -i -k= -u= --impure' },
      develop: { late: true, operands: 9, shell: true, options: '-c* --command* --profile= -i -k= --impure' },
      run: { late: true, operands: 9, options: '--impure' },
    },
  },
  nodenv: { subs: { exec: PLAIN } },
  npm: {
    globals: PACKAGE_MANAGER_GLOBALS,
    subs: {
      exec: PACKAGE,
      x: PACKAGE,
      init: { packaged: true },
      create: { packaged: true },
      explore: { operands: 1, after: true },
    },
  },
  nvm: { subs: { exec: { operands: 1, unnamed: true, options: '--silent --lts' }, run: { operands: 1 } } },
  nx: { subs: { exec: { after: true, script: true } } },
  oc: KUBECTL,
  op: {
    globals: '--account= --cache --config= --session= --format=',
    subs: { run: { after: true, options: '--env-file= --no-masking' } },
  },
  pdm: { globals: '-c= -p= --project=', subs: { run: {} } },
  perf: {
    subs: Object.fromEntries(
      ['stat', 'record', 'trace', 'mem'].map((sub): [string, Prefix] => [
        sub,
        {
          after: true,
          options: '-e= -a -g -p= -t= -o= -F= -c= -r= -d -v -B -x= -I= -C= --call-graph= --event= --repeat= --output=',
        },
      ]),
    ),
  },
  pipenv: { subs: { run: {}, shell: SHELL } },
  pipx: { subs: { run: PYTHON_TOOL } },
  pixi: {
    subs: { run: { options: '-e= --environment= --manifest-path= --frozen --locked -q -v' }, shell: SHELL },
  },
  pkgx: { subs: { run: PLAIN } },
  pm2: {
    subs: {
      start: {
        script: true,
        options: '-n= --name= -i= --instances= --watch -f --force --no-daemon --cwd= -s --silent',
      },
    },
  },
  pnpm: {
    globals: PACKAGE_MANAGER_GLOBALS.replace('-w=', '-w --workspace-root'),
    subs: {
      dlx: PACKAGE,
      exec: {
        options:
          '-c@ --shell-mode@ -r --recursive --parallel -F= --filter= --workspace-concurrency= --no-bail --resume-from=',
      },
      create: { packaged: true },
    },
    programs: true,
  },
  podman: { ...DOCKER, subs: { ...DOCKER.subs, unshare: PLAIN } },
  'podman-compose': { globals: COMPOSE_GLOBALS, subs: { exec: COMPOSE_RUN, run: COMPOSE_RUN } },
  poetry: { globals: '-q --quiet -v -vv -vvv -C= --directory= -P= --project= -n', subs: { run: {}, shell: SHELL } },
  pueue: {
    globals: '-c= --config= -p= --profile=',
    subs: {
      add: {
        after: true,
        options:
          '-w= --working-directory= -e --escape -i --immediate -s --stashed -d= --delay= -g= --group= -a= --after= -o= --priority= -l= --label= -p --print-task-id',
      },
    },
  },
  pyenv: { subs: { exec: PLAIN } },
  qm: {
    subs: { 'guest exec': { operands: 1, elsewhere: 'container', options: '--synchronous= --timeout= --pass-stdin=' } },
  },
  railway: {
    subs: {
      run: { after: true, options: '-s= --service= -e= --environment=' },
      ssh: {
        script: true,
        elsewhere: 'remote',
        options: '-s= --service= -e= --environment= -p= --project= --session=?',
      },
    },
  },
  rbenv: { subs: { exec: PLAIN } },
  rr: { subs: { record: { options: '-n -o= -h -w -i=' } } },
  runc: {
    subs: { exec: { operands: 1, elsewhere: 'container', options: '-e= --env= -t --tty -u= --user= --cwd= -d' } },
  },
  rustup: { subs: { run: { operands: 1, options: '--install' } } },
  rye: { subs: { run: {}, shell: SHELL } },
  saml2aws: {
    subs: { exec: { after: true, shell: true, options: '-a= --idp-account= -p= --profile= --exec-profile=' } },
  },
  samply: {
    subs: {
      record: {
        after: true,
        options: '-r= --rate= -d= --duration= -o= --output= -s --save-only -P= --port= -n --no-open -p= --pid=',
      },
    },
  },
  scl: { subs: { enable: { operands: 1, script: true } } },
  security: { subs: { 'execute-with-privileges': {} } },
  simctl: { subs: { spawn: { operands: 1, options: '-w --wait-for-debugger -s --standalone -a= --arch=' } } },
  singularity: APPTAINER,
  snap: { subs: { run: { operands: 1, unnamed: true, late: true, options: '--shell -c@ --hook= -r= --revision=' } } },
  sops: {
    subs: {
      'exec-env': { operands: 1, script: true, options: '--user= --background --pristine --same-process' },
      'exec-file': { operands: 1, script: true, options: '--user= --background --no-fifo --filename=' },
    },
  },
  teller: { subs: { run: { after: true, options: '-c= --config= --reset --shell' } } },
  tmux: {
    globals: '-L= -S= -f= -2 -u -v -c@',
    subs: Object.fromEntries(
      [
        'new-session',
        'new',
        'new-window',
        'neww',
        'split-window',
        'splitw',
        'respawn-pane',
        'respawn-window',
        'run-shell',
        'run',
        'if-shell',
        'send-keys',
        'send',
        'display-popup',
        'popup',
        'pipe-pane',
        'detach-client',
        'detach',
      ].map((sub): [string, Prefix] => [
        sub,
        {
          script: true,
          options:
            '-A -b -B -d -D -E -h -H -I -k -K -l -M -O -P -R -v -X -Z -ds= -c= -e= -F= -n= -N= -s= -t= -x= -y= -w= -p= -f=',
        },
      ]),
    ),
  },
  toolbox: {
    subs: {
      run: { elsewhere: 'container', options: '-c= --container= -d= --distro= -r= --release= --preserve-fds=' },
      enter: { operands: 1, shell: true, elsewhere: 'container', options: '-d= --distro= -r= --release=' },
    },
  },
  tsh: {
    subs: {
      ssh: {
        operands: 1,
        script: true,
        elsewhere: 'remote',
        options: '--proxy= --user= --cluster= -l= --login= -p= -A -t -L= -D= -N -X',
      },
    },
  },
  turbo: { subs: { exec: { after: true } } },
  uv: {
    globals:
      '-q --quiet -v --verbose --directory= --project= --offline --no-cache -n --cache-dir= --config-file= --color=',
    subs: { run: UV_RUN, 'tool run': PYTHON_TOOL },
  },
  vagrant: {
    subs: {
      ssh: {
        operands: 1,
        late: true,
        after: true,
        elsewhere: 'container',
        shell: true,
        options: '-c@ --command@ -p --plain -t --tty',
      },
    },
  },
  tox: { subs: { exec: { after: true }, e: { after: true } } },
  vercel: { subs: { 'env run': { after: true, options: '-e= --environment= --git-branch=' } } },
  volta: { subs: { run: { options: '--node= --npm= --yarn= --pnpm= --no-yarn --bundled-npm --env=' } } },
  watchman: {
    globals: '-o= --logfile= --log-level= -p --persistent --no-pretty --sockname= -j',
    subs: { trigger: { operands: 2, late: true, after: true } },
  },
  wezterm: { subs: { 'cli send-text': TYPED } },
  xctrace: { subs: { record: { after: true } } },
  yarn: {
    globals: PACKAGE_MANAGER_GLOBALS,
    subs: {
      dlx: PACKAGE,
      exec: { script: true },
      workspace: { operands: 1 },
      'workspaces run': PLAIN,
      'workspaces foreach': { options: '-A -a --all -v -p -i -j= -t --include= --exclude= -R --from=' },
    },
    programs: true,
  },
  zellij: {
    globals: '-s= --session=',
    subs: { run: { after: true, options: '-n= --name= -f -c --cwd= -d=' }, 'action write-chars': { script: true } },
  },
}

/** Programs that act like such a subcommand themselves. */
export const RUNNER_PREFIXES: Readonly<Record<string, Prefix>> = {
  bunx: PACKAGE,
  corepack: { packaged: true },
  'distrobox-host-exec': PLAIN,
  'flatpak-spawn': {
    options: '--host --watch-bus --clear-env --env= --directory= --sandbox --no-network --latest-version',
  },
  npx: PACKAGE,
  pnpx: PACKAGE,
  uvx: PYTHON_TOOL,
}
