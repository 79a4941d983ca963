/** Part of the command catalogue: kubectl, helm and related programs. */

import { type Draft } from '../draft.ts'
import { fewWords, noSecretValues } from '../grammars/shown-secrets.ts'
import { noUrls } from '../grammars/registries.ts'
import { outputFile } from '../grammars/more-in-a-word.ts'
import { takesFolders } from '../grammars/transfers.ts'
import { acts, reads, suite, type Family, type Spec } from '../spec.ts'

export function kubernetes(): Family {
  const PICK = '-l,--selector= --field-selector= -A,--all-namespaces -f,--filename=s !-k,--kustomize=h -R,--recursive'
  const SHOW = '-o,--output= --template= --allow-missing-template-keys? --show-managed-fields? --no-headers?'

  const change = (
    args = 't*',
    flags = `${PICK} -o,--output= --dry-run? --all --force --grace-period= --wait? --now --cascade? --timeout=`,
  ): Spec => acts('changes the cluster', args, flags)

  function shownValues(draft: Draft): void {
    noSecretValues(draft)
    outputFile(draft)
  }

  return {
    'kubectl oc k3s-kubectl microk8s.kubectl': suite(
      `-n,--namespace= --context= --cluster= --request-timeout= --disable-compression? --match-server-version? -v,--v= --vmodule= --warnings-as-errors?
     --log-flush-frequency= -h,--help --version
     !--kubeconfig=r !-s,--server=u !--token= !--as= !--as-group= !--as-uid= !--user= !--username= !--password= !--certificate-authority=r
     !--client-certificate=r !--client-key=r !--insecure-skip-tls-verify? !--tls-server-name= !--cache-dir=w !--profile= !--profile-output=w`,
      {
        get: reads(
          't*',
          `${PICK} ${SHOW} --chunk-size= --ignore-not-found? -L,--label-columns= --output-watch-events? --server-print? --show-kind?
         --show-labels? --sort-by= --subresource= -w --watch? --watch-only? !--raw=`,
          { guard: shownValues },
        ),
        describe: reads('t*', `${PICK} --chunk-size= --show-events?`, { guard: fewWords }),
        logs: reads(
          't*',
          `--all-containers? --all-pods? -c,--container= -f --follow? --ignore-errors? --limit-bytes= --max-log-requests= --pod-running-timeout=
         --prefix? -p --previous? -l,--selector= --since= --since-time= --tail= --timestamps?`,
        ),
        explain: reads('t*', '--api-version= -o,--output= --recursive?'),
        top: suite('', {
          'node nodes no pod pods po': reads(
            't*',
            `${PICK} --containers? --no-headers? --show-capacity? --sort-by= --sum? --use-protocol-buffers?`,
          ),
        }),
        events: reads('', `-A,--all-namespaces ${SHOW} --chunk-size= --for= --types= -w --watch?`),
        'api-resources api-versions': reads(
          '',
          '--api-group= --cached? --categories= --namespaced? --no-headers? -o,--output= --sort-by= --verbs=',
        ),
        version: reads('', '--client? -o,--output= --short?'),
        'cluster-info': reads('', ''),
        config: suite('', {
          'current-context get-contexts get-clusters get-users': reads('t*', '-o,--output= --no-headers?'),
          view: reads('', `${SHOW} --minify? --merge? !--raw? !--flatten?`),
          'use-context set-context set-cluster set-credentials set unset delete-context delete-cluster delete-user rename-context':
            change(),
        }),
        auth: suite('', {
          'can-i': reads('t*', '-A,--all-namespaces --list? --no-headers? -q --quiet? --subresource='),
          whoami: reads('', '-o,--output='),
          reconcile: change(),
        }),
        rollout: suite('', {
          'history status': reads('t*', `${PICK} ${SHOW} --revision= -w --watch? --timeout=`),
          'restart undo pause resume': change(),
        }),
        options: reads('', ''),
        plugin: suite('', { list: reads('', '--name-only?') }),
        diff: acts('may run an external diff', 't*', `${PICK} --server-side?`),
        kustomize: acts('may run plugins', 'r', ''),
        'apply create delete edit patch replace scale autoscale expose label annotate taint cordon uncordon drain set run certificate convert new-app adm login logout project start-build tag process':
          change(),
        cp: acts('reaches into the cluster', 's* S', '-c,--container= --no-preserve? --retries=', {
          into: true,
          guard: takesFolders,
        }),
        'exec attach port-forward proxy debug rsh rsync': acts(
          'reaches into the cluster',
          't*',
          '-i,--stdin -t,--tty -c,--container= -q,--quiet',
        ),
        completion: reads('t', ''),
        help: reads('t*', ''),
        wait: reads('t*', `${PICK} ${SHOW} --all? --for= --timeout= --local?`, { guard: shownValues }),
      },
      { inherit: true, helps: true },
    ),
    'kubectx kubens': reads('', '-c,--current -h,--help -V,--version', { must: '-c --current -h --help -V --version' }),
    stern: reads(
      't*',
      '-n,--namespace= -A,--all-namespaces -c,--container= -l,--selector= -s,--since= --tail= -o,--output= -t,--timestamps -i,--include= -e,--exclude= --context= --no-follow --color= -h,--help -v,--version',
    ),
    k9s: suite('', { version: reads('', '-s,--short'), '*': acts('an interactive console', 't*', '') }),
    helm: suite(
      '-n,--namespace= --kube-context= --debug -h,--help --version !--kubeconfig=r !--kube-apiserver=u !--kube-token= !--kube-as-user= !--repository-config=r !--repository-cache=r !--registry-config=r',
      {
        list: reads(
          '',
          '-a,--all -A,--all-namespaces -d,--date --deployed --failed -f,--filter= -m,--max= --no-headers --offset= -o,--output= --pending -r,--reverse -l,--selector= -q,--short --superseded --time-format= --uninstalled --uninstalling',
        ),
        ls: '=list',
        status: reads('t', '-o,--output= --revision= --show-desc --show-resources'),
        history: reads('t', '-o,--output= --max='),
        hist: '=history',
        get: suite('', {
          'manifest notes hooks metadata': reads('t', '--revision= -o,--output='),
          'values all': acts('prints values, secrets among them', 't', '-a,--all --revision= -o,--output='),
        }),
        'version env': reads('t*', '--short --template='),
        help: reads('t*', ''),
        search: suite('', {
          repo: reads('t*', '-l,--versions --devel -o,--output= -r,--regexp -v,--version= --max-col-width='),
          hub: reads('t*', '-o,--output= --max-col-width= --list-repo-url --fail-on-no-result !--endpoint=u'),
        }),
        repo: suite('', { 'list ls': reads('', '-o,--output='), 'add remove rm update up index': change() }),
        plugin: suite('', { 'list ls': reads('', ''), 'install uninstall update': change() }),
        dependency: suite('', { 'list ls': reads('r', '--max-col-width='), 'update build up': change() }),
        // A chart in a folder, or in a repository that was added before.
        'show inspect': suite('', {
          'chart values readme all crds': reads(
            'R',
            '--version= --devel --jsonpath= !--repo=u !--ca-file=r !--plain-http',
            { guard: noUrls },
          ),
        }),
        // The name of a release may stand before the chart. `--name-template` can read the environment, and
        // `--validate` asks the cluster.
        template: reads(
          'R R',
          `-f,--values=s --set= --set-string= --set-json= -s,--show-only= --include-crds --skip-crds --skip-tests --no-hooks --is-upgrade
         --kube-version= -a,--api-versions= --version= --devel !--post-renderer=x !--output-dir=w !--repo=u !--name-template=
         !--validate !--enable-dns !--dependency-update`,
          { guard: noUrls },
        ),
        lint: reads('R*', '-f,--values=s --set= --set-string= --strict --quiet --with-subcharts --kube-version='),
        'install upgrade uninstall rollback create package pull push test registry': change(
          't*',
          '-f,--values=s --set= --set-string= -i,--install --wait --atomic --timeout= --create-namespace --dry-run? --force !--post-renderer=x --version=',
        ),
        'delete del un': '=uninstall',
      },
      { inherit: true, helps: true },
    ),
    minikube: suite('-p,--profile= -h,--help', {
      'status ip version': reads('', '-o,--output= -f,--format= --short -n,--node='),
      profile: suite('', { list: reads('', '-o,--output= -l,--light') }),
      '*': acts('manages clusters'),
    }),
    kind: suite('-h,--help -q,--quiet -v,--verbosity=', {
      get: suite('', { 'clusters nodes': reads('', '-n,--name= -A,--all-clusters') }),
      version: reads('', ''),
      '*': acts('manages clusters'),
    }),
    k3d: suite('-h,--help --version', {
      'cluster node registry': suite('', { 'list ls': reads('t*', '-o,--output= --no-headers') }),
      version: reads('', ''),
      '*': acts('manages clusters'),
    }),
    kustomize: suite('-h,--help', { version: reads('', '-o,--output='), '*': acts('may fetch what it is built of') }),
    argocd: suite(
      '-h,--help !--server=u !--auth-token= !--config=r !--core --grpc-web --insecure --plaintext',
      {
        version: reads('', '--client --short -o,--output='),
        app: suite('', {
          'list get history resources': reads(
            't*',
            '-o,--output= -p,--project= -l,--selector= -r,--repo= -c,--cluster= -N,--app-namespace= --show-operation !--refresh !--hard-refresh',
          ),
          '*': acts('manages clusters'),
        }),
        'proj repo cluster': suite('', { list: reads('', '-o,--output='), '*': acts('manages clusters') }),
        '*': acts('manages clusters'),
      },
      { inherit: true },
    ),
    flux: suite(
      '-n,--namespace= --context= --timeout= --verbose -h,--help -v,--version !--kubeconfig=r !-s,--server=u !--token= !--as=',
      {
        version: reads('', '--client -o,--output='),
        get: suite('', {
          'sources source': suite('', {
            '*': reads('t*', '-A,--all-namespaces --no-header -w,--watch --status-selector= -l,--label-selector='),
          }),
          '*': reads('t*', '-A,--all-namespaces --no-header -w,--watch --status-selector= -l,--label-selector='),
        }),
        'events logs stats': reads(
          '',
          '-A,--all-namespaces --for= --types= --kind= --name= --level= --since= --since-time= --tail= -f,--follow -w,--watch --no-header',
        ),
        '*': acts('manages clusters'),
      },
      { inherit: true },
    ),
    'eksctl istioctl skaffold tilt': suite('-h,--help', {
      version: reads('', '--client --short --remote? -o,--output='),
      '*': acts('manages clusters', 't*', ''),
    }),
  }
}
