/**
 * Part of the command catalogue: docker, podman and compose. With another daemon or configuration (`-H`, `--context`,
 * `--config`), nothing counts as read-only.
 */

import { addDestinations, valuesIn } from '../guesses/paths.ts'
import { noHosts } from '../grammars/registries.ts'
import { noEnvironmentsInside } from '../grammars/process-environments.ts'
import { maybeFiles, takesFolders } from '../grammars/transfers.ts'
import { acts, inert, reads, suite, type Family, type Spec } from '../spec.ts'
import { addValue } from '../values.ts'

/**
 * What a build reads in addition to its folder: `--build-context name=folder`, `--cache-from type=local,src=folder`.
 */
const FURTHER = /^--(?:build-context|cache-from)$/u

export function containers(): Family {
  const FORMAT = '--format='
  const LIST = `-f,--filter= ${FORMAT} -q,--quiet --no-trunc --help`
  const PS = `-a,--all ${LIST} -n,--last= -l,--latest -s,--size --ns --sort= --pod -p --namespace --noheading -w,--watch=`
  const IMAGES = `-a,--all --digests ${LIST} --tree --sort= --history -n,--noheading`
  const LOGS = '--details -f,--follow --since= -n,--tail= -t,--timestamps --until= --names --color --help'
  const INSPECT = '-f,--format= -s,--size --type= -l,--latest --help'

  const TOP = reads('t t*', '-l,--latest -A -e -f -F -x -L -H -o= --forest', { guard: noEnvironmentsInside })

  const change = (args = 't*', flags = ''): Spec => acts('changes containers or images', args, flags)

  const RUN = `-d,--detach -i,--interactive -t,--tty --rm --name= -e,--env= --env-file=r -v,--volume=v --mount=v -p,--publish= -P,--publish-all
  -w,--workdir= -u,--user= --network= --entrypoint= --privileged --cap-add= --cap-drop= --security-opt= --device= --gpus= -m,--memory=
  --cpus= --restart= --platform= --pull= -l,--label= -h,--hostname= --add-host= --link= --init --read-only --tmpfs= --ipc= --pid= --userns=`

  const BUILD = acts(
    'builds an image',
    'R',
    `-f,--file=r -t,--tag= --build-arg= --no-cache --pull --target= --platform= -q,--quiet --progress= --push --load -o,--output=w --secret=v
    --ssh= --iidfile=w --metadata-file=w --cache-to= --cache-from= --build-context= --label= --builder= --network= --add-host= --no-cache-filter=`,
    {
      guard: (draft) => {
        for (const { flag, index, value } of draft.flags) {
          if (typeof value !== 'string') continue
          addDestinations(draft, index, value)
          if (FURTHER.test(flag.names[0] ?? '')) for (const one of valuesIn(value)) addValue(draft, '?', index, one)
        }
      },
    },
  )

  const IMAGE_SUBS: Spec['subs'] = {
    ls: reads('t*', IMAGES),
    list: '=ls',
    inspect: reads('t*', INSPECT),
    history: reads('t*', `${FORMAT} -H,--human? --no-trunc -q,--quiet --platform=`),
    build: BUILD,
    'rm prune tag import load mount unmount': change(),
    'pull push': change('i*'),
    save: change('t*', '-o,--output=w'),
  }

  const COPY = acts('changes containers or images', 's* S', '-a,--archive -L,--follow-link -q,--quiet', {
    into: true,
    guard: takesFolders,
  })
  const CONTAINER_SUBS: Spec['subs'] = {
    cp: COPY,
    ls: reads('', PS),
    'list ps': '=ls',
    inspect: reads('t*', INSPECT),
    logs: reads('t*', LOGS),
    top: TOP,
    'port diff': reads('t*', '-l,--latest -a,--all --format='),
    stats: reads('t*', `-a,--all ${FORMAT} --no-stream --no-trunc -l,--latest --no-reset -i,--interval=`),
    'start stop restart kill rm pause unpause rename update wait attach commit create prune exec run export import checkpoint restore':
      change(),
  }

  const COMPOSE: Spec = suite(
    `-f,--file=s -p,--project-name= --profile= --project-directory=r --env-file=r --ansi= --progress= --parallel= --compatibility
   --all-resources --dry-run --verbose -v,--version --no-ansi --help`,
    {
      ps: reads('t*', '-a,--all --filter= --format= --no-trunc --orphans -q,--quiet --services --status='),
      logs: reads('t*', `${LOGS} --index= --no-color --no-log-prefix`),
      'images top port version events ls volumes': reads(
        't*',
        '-f,--format= -q,--quiet -s,--short -a,--all --filter= --json --index= --protocol=',
      ),
      // Without one of these it prints the configuration with the secrets filled in.
      config: reads(
        't*',
        '-q,--quiet --services --volumes --images --profiles --networks --no-interpolate -o,--output=w',
        {
          must: '--quiet --services --volumes --images --profiles --networks',
        },
      ),
      stats: reads('t*', '-a,--all --format= --no-stream --no-trunc'),
      cp: acts('changes containers', 's* S', '-a,--archive -L,--follow-link --all --index=', {
        into: true,
        guard: takesFolders,
      }),
      'up down start stop restart build pull push create rm run exec kill pause unpause watch scale attach wait publish commit export':
        acts(
          'changes containers',
          't*',
          '-d,--detach --build --no-build --force-recreate --no-deps --remove-orphans -v,--volumes -t,--timeout= --rmi= -T --no-cache -f,--force --pull= -s,--stop --wait',
        ),
    },
  )

  const engine = (inspect: Spec): Spec =>
    suite(
      `-v,--version -D,--debug --help -l,--log-level=
     !--config=r !-c,--context= !-H,--host=u !--tls !--tlscacert=r !--tlscert=r !--tlskey=r !--tlsverify !--url=u !--connection= !--identity=r
     !-r,--remote !--root=r !--runroot=r !--storage-driver= !--namespace=`,
      {
        ps: reads('', PS),
        images: reads('t', IMAGES),
        inspect,
        logs: reads('t*', LOGS),
        version: reads('', '-f,--format='),
        info: reads('', '-f,--format= -D,--debug'),
        top: TOP,
        port: reads('t*', '-a,--all -l,--latest'),
        diff: reads('t*', '--format= -l,--latest'),
        history: reads('t*', `${FORMAT} -H,--human? --no-trunc -q,--quiet --platform=`),
        stats: reads('t*', `-a,--all ${FORMAT} --no-stream --no-trunc -l,--latest --no-reset -i,--interval=`),
        events: reads('', `-f,--filter= ${FORMAT} --since= --until= --stream`),
        // Asks the public registry, unless the name begins with another one.
        search: reads('t', '-f,--filter= --format= --limit= --no-trunc', { guard: noHosts }),
        help: reads('t*', ''),
        image: suite('', IMAGE_SUBS),
        container: suite('', CONTAINER_SUBS),
        'network volume': suite('', {
          ls: reads('', `${LIST} --cluster -n,--noheading`),
          list: '=ls',
          inspect: reads('t*', '-f,--format= -v,--verbose -a,--all'),
          'create rm remove prune connect disconnect update reload export import': change(),
        }),
        system: suite('', {
          df: reads('', '--format= -v,--verbose'),
          info: reads('', '-f,--format= -D,--debug'),
          events: reads('', `-f,--filter= ${FORMAT} --since= --until=`),
          'prune dial-stdio connection migrate renumber reset service': change(),
        }),
        context: suite('', {
          'ls list': reads('', '--format= -q,--quiet'),
          show: reads('', ''),
          inspect: reads('t*', '-f,--format='),
          export: change('t w'),
          'create rm use update import': change(),
        }),
        compose: COMPOSE,
        'service node stack swarm config secret plugin pod machine generate play kube': suite('', {
          'ls list ps inspect services': reads('t*', `${LIST} -a,--all --pretty --no-resolve --orchestrator=`),
          logs: reads('t*', `${LOGS} --no-resolve --no-task-ids --no-trunc --raw`),
          deploy: change(
            't*',
            '-c,--compose-file=s --prune --resolve-image= --with-registry-auth -d,--detach? -q,--quiet',
          ),
          'create rm remove update scale rollback init join leave promote demote set install enable disable upgrade start stop restart ssh':
            change(),
        }),
        buildx: suite('', {
          'ls version': reads('', '--format= --no-trunc'),
          du: reads('', '--filter= --verbose'),
          build: BUILD,
          'bake create rm use prune inspect imagetools stop install uninstall': change(),
        }),
        builder: suite('', { du: reads('', '--filter= --verbose'), build: BUILD, prune: change() }),
        manifest: suite('', {
          inspect: acts('asks a registry', 't*', '--insecure -v,--verbose'),
          'create push annotate rm': change(),
        }),
        run: acts('runs a container', 'i t*', RUN),
        exec: acts(
          'runs a command in a container',
          't*',
          '-d,--detach -i,--interactive -t,--tty -e,--env= --env-file=r -w,--workdir= -u,--user= --privileged',
        ),
        create: change('i t*', RUN),
        build: BUILD,
        cp: COPY,
        save: change('t*', '-o,--output=w'),
        export: change('t', '-o,--output=w'),
        load: change('', '-i,--input=r -q,--quiet'),
        import: change('r t', ''),
        'pull push': change(
          'i*',
          '-a,--all-tags --disable-content-trust? --platform= -q,--quiet --tls-verify? --creds= --authfile=r --cert-dir=r',
        ),
        rm: change('t*', '-f,--force -l,--link -v,--volumes -a,--all'),
        rmi: change('t*', '-f,--force --no-prune -a,--all'),
        'login logout': change('u', '-u,--username= -p,--password= --password-stdin --authfile=r --tls-verify?'),
        'start stop restart kill pause unpause rename update wait attach commit tag prune checkpoint trust scout init model mcp desktop debug':
          change(),
      },
      { bare: true, inherit: true, helps: true },
    )

  return {
    docker: engine(inert('t*', INSPECT)),
    // These accept the program's own flags after the subcommand: `--cpu-profile=f` writes, `--url` asks another host.
    'podman nerdctl': engine(reads('t*', INSPECT)),
    'docker-compose podman-compose': COMPOSE,
    ctr: acts('manages containers', 't*', ''),
    'crane oras regctl cosign': acts('talks to a registry', 't i*', '', { guard: maybeFiles }),
    crictl: suite('--version --help !-r,--runtime-endpoint=u !-n,--namespace=', {
      'ps images pods info version stats inspect inspecti inspectp logs': reads(
        't*',
        '-a,--all -q,--quiet -o,--output= --name= --tail= --since= -v,--verbose',
      ),
      'rm rmi rmp stop stopp exec run create pull start': change(),
    }),
    buildah: suite('-v,--version -h,--help', {
      'images containers': reads(
        't*',
        '-a,--all -n,--noheading -q,--quiet --no-trunc --format= -f,--filter= --json --digests',
      ),
      'version info': reads('', ''),
      '*': acts('builds images'),
    }),
    ollama: suite('-v,--version -h,--help', {
      'list ps': reads('t', ''),
      ls: '=list',
      show: reads('t', '--license --modelfile --parameters --system --template -v,--verbose'),
      '*': acts('runs or changes models'),
    }),
    skopeo: acts('asks a registry', '?*', ''),
    dive: acts('opens an image', 't*', ''),
  }
}
