/** Part of the command catalogue: code hosting, and version control other than git. */

import { jqOption } from '../grammars/filters.ts'
import { noOtherHost, noRevisions, noUrls, onlyGets } from '../grammars/registries.ts'
import { noTokens } from '../grammars/shown-secrets.ts'
import { onlyLocalSets } from '../grammars/other-repositories.ts'
import { maybeFiles } from '../grammars/transfers.ts'
import { downloadedByName } from '../grammars/fetched.ts'
import { acts, reads, suite, type Family, type Guard, type Spec } from '../spec.ts'

export function hosting(): Family {
  const JSON_OUT = '-q,--jq= --json= -t,--template= --help'
  const REPO = '-R,--repo=o'
  const LIST = `-L,--limit= ${JSON_OUT}`
  const FILTER = `-A,--author= -a,--assignee= -l,--label= -s,--state= -S,--search= -m,--milestone= --mention= --app=`

  const downloads = acts(
    'downloads files',
    't*',
    `-D,--dir=w -O,--output=w -n,--name= -p,--pattern= -A,--archive= --clobber --skip-existing ${REPO}`,
    { guard: downloadedByName },
  )
  const change = acts(
    'changes things at the host',
    't*',
    '-t,--title= -b,--body= -F,--body-file=r -f,--fill -d,--draft -B,--base= -H,--head= -y,--yes',
  )
  const uploads: Spec = { ...change, args: '?*' }
  const settings = acts(
    'changes things at the host',
    't*',
    `-f,--env-file=r -b,--body= -a,--app= -e,--env= -o,--org= -r,--repos= -u,--user -v,--visibility= --no-store ${REPO}`,
  )
  /** If it is named by its address, that host is asked. */
  const one = (args: string, flags: string): Spec => reads(args, flags, { guard: both(noOtherHost, jqOption) })
  const list = (more = '', web = '!-w,--web'): Spec => reads('t*', `${LIST} ${more} ${web}`, { guard: jqOption })

  const SEARCH = `--owner= ${REPO} --sort= --order= --match= --created= --updated= --closed= --merged-at= --language= --visibility= --archived
  --author= --assignee= --commenter= --mentions= --involves= --team-mentions= --label= --milestone= --state= --locked --include-prs
  --draft --merged --checks= --review= --review-requested= --reviewed-by= -H,--head= -B,--base= --comments= --interactions= --reactions=
  --no-assignee --no-label --no-milestone --no-project --extension= --filename= --size= --stars= --forks= --followers= --topic=
  --good-first-issues= --help-wanted-issues= --license= --include-forks= --number-topics= --hash= --author-date= --committer-date=`

  return {
    gh: suite(
      `--version --help ${REPO}`,
      {
        repo: suite('', {
          view: reads('o', `-b,--branch= ${JSON_OUT} !-w,--web`, { guard: jqOption }),
          ls: '=list',
          list: list('--archived --no-archived --fork --source -l,--language= --topic= --visibility='),
          clone: acts('talks to the host', 'o w t*', '-u,--upstream-remote-name='),
          'create delete edit fork rename archive unarchive sync set-default': change,
          'deploy-key autolink gitignore license': suite('', {
            ls: '=list',
            list: reads('', JSON_OUT, { guard: jqOption }),
            '*': change,
          }),
        }),
        pr: suite('', {
          view: one('t*', `-c,--comments ${JSON_OUT} !-w,--web`),
          ls: '=list',
          list: list(`${FILTER} -B,--base= -H,--head= -d,--draft`),
          status: reads('', `-c,--conflict-status ${JSON_OUT}`, { guard: jqOption }),
          checks: one('t*', `--required --watch -i,--interval= --fail-fast ${JSON_OUT} !-w,--web`),
          diff: one('t*', '--color= --name-only --patch !-w,--web'),
          'create edit close reopen merge ready review comment lock unlock checkout update-branch revert': change,
          co: '=checkout',
          new: '=create',
        }),
        issue: suite('', {
          view: one('t*', `-c,--comments ${JSON_OUT} !-w,--web`),
          ls: '=list',
          list: list(FILTER),
          status: reads('', JSON_OUT, { guard: jqOption }),
          'create edit close reopen delete comment transfer lock unlock pin unpin develop': change,
          new: '=create',
        }),
        run: suite('', {
          ls: '=list',
          list: list(
            `-b,--branch= -c,--commit= --created= -e,--event= -s,--status= -u,--user= -w,--workflow= -a,--all`,
            '',
          ),
          view: one(
            't*',
            `-a,--attempt= --exit-status -j,--job= --log --log-failed -v,--verbose ${JSON_OUT} !-w,--web`,
          ),
          watch: one('t', '--exit-status -i,--interval= --compact'),
          'rerun cancel delete': change,
          download: downloads,
        }),
        workflow: suite('', {
          ls: '=list',
          list: list('-a,--all'),
          view: one('t', '-r,--ref= -y,--yaml !-w,--web'),
          'run enable disable': change,
        }),
        release: suite('', {
          ls: '=list',
          list: list('--exclude-drafts --exclude-pre-releases -O,--order='),
          view: one('t', `${JSON_OUT} !-w,--web`),
          'create edit delete upload delete-asset': { ...uploads, guard: maybeFiles },
          download: downloads,
        }),
        label: suite('', {
          ls: '=list',
          list: list('--order= --sort= -S,--search='),
          'create edit delete clone': change,
        }),
        gist: suite('', {
          ls: '=list',
          list: list('--public --secret --filter= --include-content'),
          view: one('t', '-f,--filename= --files -r,--raw !-w,--web'),
          'create edit delete clone rename': uploads,
        }),
        search: suite('', { 'issues prs repos code commits': list(SEARCH) }),
        secret: suite('', {
          ls: '=list',
          list: list('-a,--app= -e,--env= -o,--org= -u,--user'),
          'set delete remove': settings,
        }),
        variable: suite('', { 'list get': list('-e,--env= -o,--org='), 'set delete remove': settings }),
        cache: suite('', { ls: '=list', list: list('-k,--key= -r,--ref= -O,--order= -S,--sort='), delete: change }),
        project: suite('', {
          'list view field-list item-list': list('--owner= --format= --closed'),
          'create edit delete close copy link unlink item-add item-create item-delete item-edit item-archive field-create field-delete mark-template':
            change,
        }),
        ruleset: suite('', { 'list view check': list('-p,--parents -o,--org= --default') }),
        org: suite('', { ls: '=list', list: list() }),
        auth: suite('', {
          status: reads('', '-h,--hostname= -a,--active !-t,--show-token'),
          'login logout refresh setup-git switch token': change,
        }),
        status: reads('', '-e,--exclude= -o,--org='),
        config: suite('', { 'get list': reads('t*', '-h,--host=', { guard: noTokens }), 'set clear-cache': change }),
        alias: suite('', { list: reads('', ''), 'set delete import': change }),
        extension: suite('', { list: reads('', ''), 'install remove upgrade exec create browse search': change }),
        'ssh-key gpg-key': suite('', { ls: '=list', list: list(), 'add delete': change }),
        api: reads(
          't*',
          '-X,--method= -f,--raw-field= -F,--field=f !--input=r -H,--header= -q,--jq= -t,--template= --paginate --slurp -i,--include --silent --cache= !--hostname=u -p,--preview=',
          { guard: both(onlyGets, jqOption) },
        ),
        codespace: suite('', { ls: '=list', list: list('-o,--org= -u,--user='), '*': change }),
        cs: '=codespace',
        'browse completion attestation agent-task copilot preview': change,
        version: reads('', ''),
        help: reads('t*', ''),
      },
      { inherit: true, helps: true },
    ),
    glab: suite('--version --help', {
      'mr issue pipeline release repo label ci': suite('', {
        'list ls view show diff': reads(
          't*',
          `${REPO} -P,--per-page= -p,--page= -a,--assignee= --author= -l,--label= -s,--search= -c,--comments -F,--output= -A,--all --closed --merged --opened`,
          { guard: noUrls },
        ),
        'create close merge update delete approve note checkout run retry trace lint rebase reopen': change,
        status: reads('', '-b,--branch= -c,--compact'),
      }),
    }),
    hg: suite('--version --help -q,--quiet -v,--verbose !-R,--repository= !--cwd= !--config= !--debugger !--profile', {
      'status st': reads(
        'r*',
        '-A,--all -m,--modified -a,--added -r,--removed -d,--deleted -c,--clean -u,--unknown -i,--ignored -n,--no-status -C,--copies -0,--print0 --rev= --change= -I,--include= -X,--exclude= -T,--template=',
        { guard: onlyLocalSets },
      ),
      'log history': reads(
        'r*',
        '-f,--follow -d,--date= -C,--copies -k,--keyword= -r,--rev= -L,--line-range= --removed -u,--user= -b,--branch= -P,--prune= -p,--patch -g,--git -l,--limit= -M,--no-merges --stat -G,--graph -T,--template= -I,--include= -X,--exclude=',
        { guard: onlyLocalSets },
      ),
      diff: reads(
        'r*',
        '-r,--rev= --from= --to= -c,--change= -a,--text -g,--git --nodates -p,--show-function --reverse -w,--ignore-all-space -b -B -U,--unified= --stat -I,--include= -X,--exclude=',
        { guard: onlyLocalSets },
      ),
      'cat annotate blame': reads(
        'r*',
        '-r,--rev= -u,--user -d,--date -n,--number -c,--changeset -l,--line-number -f,--file -w -b -B',
        { guard: onlyLocalSets },
      ),
      'branches tags heads parents summary sum root paths files manifest bookmarks-list': reads(
        't*',
        '-a,--active -c,--closed -r,--rev= -T,--template= -i,--id -n,--num -b,--branch -t,--tags -B',
        { guard: onlyLocalSets },
      ),
      // With an operand it asks that repository, on whatever host.
      'id identify': reads('', '-r,--rev= -T,--template= -i,--id -n,--num -b,--branch -t,--tags -B', {
        guard: onlyLocalSets,
      }),
      'commit add remove update up pull push merge clone init revert rebase strip backout graft import export tag branch bookmark shelve unshelve forget rename mv copy cp addremove rollback purge resolve bisect':
        acts('changes the repository', 't*', ''),
    }),
    svn: suite('--version --help -q,--quiet -v,--verbose', {
      'status st stat': reads('s*', '-v,--verbose -q,--quiet -N --depth= --no-ignore --ignore-externals --xml'),
      info: reads('r*', '!-r,--revision= -R,--recursive --depth= --xml --show-item= --no-newline', {
        guard: noRevisions,
      }),
      'log diff di blame praise annotate ann cat list ls propget pget pg proplist plist pl': acts(
        'may talk to the repository server',
        'r*',
        '-r,--revision= -c,--change= -l,--limit= -v,--verbose -q --xml --stop-on-copy !--diff-cmd=x !-x=',
      ),
      'commit ci update up checkout co add delete del rm remove move mv copy cp merge revert cleanup switch sw relocate lock unlock propset pset propdel propedit mkdir import export resolve upgrade':
        acts('changes the repository', 't*', ''),
    }),
  }
}

function both(first: Guard, second: Guard): Guard {
  return (draft) => {
    first(draft)
    second(draft)
  }
}
