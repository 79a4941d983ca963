/**
 * Part of the command catalogue: cloud consoles. Verbs that only describe are read-only; anything that hands out
 * tokens, keys or secrets, or that points to another endpoint, is not.
 */

import { removesCopied } from '../grammars/in-place.ts'
import { awsValues, plainAccounts } from '../grammars/more-in-a-word.ts'
import { onlyChecked } from '../grammars/made-files.ts'
import { laysTrees, takesFolders } from '../grammars/transfers.ts'
import { acts, reads, suite, type Family, type Guard, type Spec } from '../spec.ts'

export function cloud(): Family {
  const moves = removesCopied(/^(?:mv|move|moveto)$/u)
  const carries: Guard = (draft) => {
    moves(draft)
    takesFolders(draft)
  }
  const syncs: Guard = (draft) => {
    carries(draft)
    laysTrees(draft)
  }
  const AWS = `--region= --profile= --output= --query= --no-cli-pager --no-paginate --color= --max-items= --page-size= --starting-token= !--debug
  --cli-read-timeout= --cli-connect-timeout= --version --no-cli-auto-prompt --cli-auto-prompt !--endpoint-url=u !--no-verify-ssl
  !--no-sign-request !--ca-bundle=r !--cli-input-json=r !--cli-input-yaml=r !--generate-cli-skeleton?`

  const FILTERS = `--filters= --instance-ids= --image-ids= --group-ids= --group-names= --vpc-ids= --subnet-ids= --volume-ids= --snapshot-ids= --owners=
  --owner-ids= --names= --name= --max-results= --next-token= --include-all-instances --all-regions --stack-name= --cluster= --clusters=
  --services= --tasks= --service-name= --cluster-name= --nodegroup-name= --db-instance-identifier= --db-cluster-identifier= --table-name=
  --function-name= --bucket= --prefix= --log-group-name= --log-group-name-prefix= --log-stream-name= --log-stream-name-prefix= --user-name=
  --role-name= --policy-arn= --scope= --path-prefix= --hosted-zone-id= --load-balancer-arns= --target-group-arn= --queue-url= --topic-arn=
  --distribution-id= --id= --ids= --resource-arn= --arn= --repository-name= --auto-scaling-group-names= --key-names= --stack-status-filter=
  --order-by= --descending --limit= --start-time= --end-time= --metric-name= --namespace= --dimensions= --period= --statistics= --max-keys=
  --delimiter= --fetch-owner --desired-status= --launch-type= --family-prefix= --status= --engine= --alarm-names= --state-value= --tag-filters=
  --certificate-arn= --certificate-statuses= --job-queue= --job-status= --jobs= --stream-name= --backup-vault-name= --secret-id= --key-id=
  --rule-name= --event-bus-name= --state-machine-arn= --execution-arn= --file-system-id= --file-system-ids= --cache-cluster-id=
  --cluster-identifier= --listener-arns= --rule-arns= --target-group-arns= --route-table-ids= --network-interface-ids= --internet-gateway-ids=
  --nat-gateway-ids= --security-group-ids= --allocation-ids= --public-ips= --launch-template-ids= --spot-instance-request-ids= --dry-run
  --no-dry-run --stack-resource-id= --logical-resource-id= --change-set-name= --dashboard-name-prefix= --policy-names= --group-name=
  --attribute-names= --task-definition= --db-snapshot-identifier= --snapshot-type= --zone-names= --region-names= --instance-types= --rest-api-id= --api-id= --container-instances= --include= --nodegroup= --addon-name= --engine-version= --show-cache-node-info`

  const describe = reads('t*', FILTERS, { guard: awsValues })
  const change = acts('changes or hands out cloud resources', 't*', '')

  const READ_VERBS: Spec = suite('', {
    'describe-*': describe,
    'list-*': describe,
    'head-* get-bucket-* get-metric-* filter-log-events get-log-events get-template get-queue-attributes get-user get-role get-group get-policy get-account-summary get-role-policy get-user-policy get-instance-profile get-console-output get-rest-api get-rest-apis get-resources get-stages get-apis get-routes get-hosted-zone get-topic-attributes get-public-access-block get-policy-version get-cost-and-usage get-cost-forecast lookup-events':
      reads(
        't*',
        `${FILTERS} --key= --version-id= --filter-pattern= --start-from-head --interleaved --policy-name= --instance-id= --latest --instance-profile-name= --metric-data-queries= --start-timestamp= --extended-statistics= --unit= --scan-by= --time-period= --granularity= --metrics= --metric= --group-by= --filter= --lookup-attributes= --resource-owner=`,
        {
          guard: awsValues,
        },
      ),
    tail: reads('t', '--since= --follow --format= --filter-pattern= --log-stream-names= --log-stream-name-prefix=', {
      guard: awsValues,
    }),
    help: reads('', ''),
    '*': change,
  })

  const GCLOUD = `--project= --format= --filter= --limit= --page-size= --sort-by= --uri --region= --zone= --location= --zones= --regions= --quiet -q
  --verbosity= --account= --billing-project= --cluster= --instance= --service= --namespace= --all --global --version -h --help --no-user-output-enabled
  --organization= --folder= --repository= --platform= --show-labels --freshness= --order=`
  const GCLOUD_READS: Spec['subs'] = {
    'list describe list-tags get-iam-policy': reads('t*', `${GCLOUD} -i= --enabled --available`),
    '*': change,
  }

  // For any value, `@x` means the content of the file x.
  const AZ =
    `-o,--output= --query= -g,--resource-group= -n,--name= --subscription= -s --ids= -l,--location= --all --only-show-errors --verbose --debug -h,--help
  --show-details -d --top= --filter= --resource-type= --tag= --namespace= --vnet-name= --include-pricing --assignee= --scope= --cluster-name= --repository=
  --upn-or-object-id= --id= --display-name=`.replace(/=(?=\s|$)/gu, '=a')
  const AZ_READS: Spec['subs'] = { 'list show': reads('t*', AZ), '*': change }

  const DO = '--format= --no-header -o,--output= --region= --tag-name= --public'
  const DO_READS: Spec['subs'] = { 'list get': reads('t*', DO), '*': acts('manages infrastructure') }

  const AGENT = '-verbose -short -stats -json -detailed -namespace= -region= !-address=u !-http-addr=u !-token='
  const TF = '-no-color -json -help -version'
  const TF_RUN = '-auto-approve -target= -var= -var-file=r -out=w -destroy -lock= -state=w -input='

  return {
    aws: suite(
      AWS,
      {
        'ec2 rds ecs eks elb elbv2 autoscaling cloudformation cloudwatch dynamodb ecr route53 sns sqs acm cloudfront elasticache redshift kinesis events stepfunctions batch efs backup organizations logs lambda iam s3api ssm secretsmanager kms configservice apigateway apigatewayv2 codebuild codepipeline athena service-quotas wafv2 cloudtrail health support ce emr kafka opensearch sagemaker firehose guardduty securityhub inspector2 xray fsx docdb neptune memorydb globalaccelerator directconnect servicediscovery scheduler resource-groups ses sesv2 accessanalyzer':
          READ_VERBS,
        s3: suite('', {
          ls: reads('t*', '--recursive --human-readable --summarize --request-payer? --page-size='),
          'cp mv rm sync mb rb presign website': acts(
            'copies or removes objects',
            's* S',
            '--recursive --delete --acl= --exclude= --include= --dryrun',
            { into: true, tree: '--recursive', guard: syncs },
          ),
        }),
        sts: suite('', { 'get-caller-identity': reads('', ''), '*': change }),
        configure: suite(
          '',
          {
            list: reads('', ''),
            'list-profiles': reads('', ''),
            get: suite('', { 'region output cli_pager': reads('', ''), '*': change }),
            'set import sso export-credentials add-model': change,
          },
          {},
        ),
        help: reads('', ''),
        '*': change,
      },
      { inherit: true },
    ),
    gcloud: suite(
      `${GCLOUD} !--impersonate-service-account= !--access-token-file=r !--configuration= !--flags-file=r !--log-http !--trace-token=`,
      {
        config: suite('', {
          list: reads('t*', '--all'),
          'get-value get': reads('t', ''),
          configurations: suite('', { 'list describe': reads('t*', ''), '*': change }),
          'set unset': change,
        }),
        auth: suite('', { list: reads('', '--filter-account='), '*': change }),
        'projects organizations components': suite('', GCLOUD_READS),
        secrets: suite('', {
          versions: suite('', { 'list describe': reads('t*', `${GCLOUD} --secret=`), '*': change }),
          ...GCLOUD_READS,
        }),
        compute: suite('', {
          'instances disks zones regions networks firewall-rules addresses snapshots images machine-types instance-groups instance-templates forwarding-rules backend-services url-maps health-checks routers routes ssl-certificates vpn-tunnels project-info operations':
            suite('', GCLOUD_READS),
          '*': change,
        }),
        container: suite('', {
          'clusters node-pools images operations': suite('', { ...GCLOUD_READS, 'get-credentials': change }),
        }),
        billing: suite('', { 'accounts projects': suite('', GCLOUD_READS), '*': change }),
        run: suite('', { 'services revisions jobs regions': suite('', GCLOUD_READS) }),
        'functions iam services sql storage pubsub dns logging app builds artifacts scheduler tasks redis dataproc dataflow bigtable spanner':
          suite('', {
            'list describe ls log': reads('t*', `${GCLOUD} --enabled --available -l,--long -r,--recursive`),
            read: reads('t', GCLOUD),
            'cp mv rsync': acts('copies or removes objects', 's* S', `${GCLOUD} -r,-R,--recursive -n,--no-clobber`, {
              into: true,
              guard: carries,
            }),
            logs: suite('', { read: reads('t*', `${GCLOUD} -s= -v= --gen2`), ...GCLOUD_READS }),
            docker: suite('', { 'images tags': suite('', GCLOUD_READS), '*': change }),
            'service-accounts': suite('', {
              keys: suite('', { list: reads('', `${GCLOUD} --iam-account= --managed-by=`), '*': change }),
              ...GCLOUD_READS,
            }),
            'instances databases buckets topics subscriptions managed-zones record-sets sinks services versions repositories packages jobs queues clusters roles triggers operations':
              suite('', GCLOUD_READS),
            '*': change,
          }),
        'info version help topic': reads('t*', ''),
        '*': change,
      },
      { inherit: true, helps: true },
    ),
    'gsutil bq': suite('-m -q -v --version', {
      ls: reads('t*', '-l -a -b -d -h -L -n -p= -r -R --format= --max_results='),
      'version help': reads('t*', '-l'),
      show: reads('t*', '-d,--dataset -j,--job --format= --schema --view'),
      'du stat': reads('t*', '-a -c -e -h -s'),
      'cp mv rsync': acts('copies or removes objects', 's* S', '-r -R -n -d -m', {
        tree: '-r -R',
        into: true,
        guard: moves,
      }),
      'rm mb rb acl iam setmeta cat query load extract mk update head': change,
    }),
    az: suite(
      `${AZ} --version`,
      {
        'group webapp functionapp resource disk image snapshot vmss lock tag feature provider cloud': suite(
          '',
          AZ_READS,
        ),
        keyvault: suite('', {
          'secret key certificate': suite('', {
            list: reads('', `${AZ.replace('--id=a', '!--id=u')} --vault-name=a`, { guard: plainAccounts }),
            '*': change,
          }),
          ...AZ_READS,
        }),
        policy: suite('', { 'assignment definition set-definition exemption': suite('', AZ_READS), ...AZ_READS }),
        deployment: suite('', { 'group sub': suite('', AZ_READS), '*': change }),
        vm: suite('', { 'list-sizes list-ip-addresses list-skus get-instance-view': reads('t*', AZ), ...AZ_READS }),
        aks: suite('', { nodepool: suite('', AZ_READS), 'get-versions': reads('t*', AZ), ...AZ_READS }),
        acr: suite('', { repository: suite('', { 'show-tags': reads('t*', AZ), ...AZ_READS }), ...AZ_READS }),
        ad: suite('', { 'user group sp app': suite('', AZ_READS), '*': change }),
        role: suite('', { 'assignment definition': suite('', AZ_READS), ...AZ_READS }),
        account: suite('', { 'list show list-locations': reads('', AZ), '*': change }),
        network: suite('', {
          'vnet nsg public-ip nic lb application-gateway private-endpoint route-table': suite('', {
            'subnet rule route frontend-ip': suite('', AZ_READS),
            ...AZ_READS,
          }),
          '*': change,
        }),
        cosmosdb: suite('', AZ_READS),
        monitor: suite('', {
          'metrics activity-log': suite('', {
            list: reads(
              't*',
              `${AZ} --resource= --metric= --interval= --start-time= --end-time= --offset= --aggregation= --max-events=`,
            ),
            '*': change,
          }),
          'log-analytics': suite('', { workspace: suite('', AZ_READS), '*': change }),
          '*': change,
        }),
        'storage sql': suite('', {
          account: suite('', { 'list show': reads('t*', AZ), '*': change }),
          'container blob share queue table': suite('', {
            list: reads('', `${AZ} -c,--container-name=a --account-name=a --auth-mode=a --prefix=a --num-results=a`, {
              guard: plainAccounts,
            }),
            '*': change,
          }),
          'server db': suite('', AZ_READS),
          '*': change,
        }),
        version: reads('', AZ),
        '*': change,
      },
      { inherit: true, helps: true },
    ),
    terragrunt: acts('runs hooks of the configuration', 't*', '--version'),
    'terraform tofu': suite(
      '-version --version -v -help --help -h !-chdir=w',
      {
        version: reads('', TF, { style: 'go' }),
        fmt: reads('r*', `${TF} -check -diff -recursive -list= -write=`, { style: 'go', guard: onlyChecked }),
        show: acts('runs providers of the configuration', 'r', TF, { style: 'go' }),
        output: acts('prints outputs, sensitive ones among them', 't*', TF, { style: 'go' }),
        providers: suite('', { 'schema lock mirror': change }, { bare: true }),
        help: reads('t*', ''),
        state: suite('', {
          list: reads('t*', '-id=', { style: 'go' }),
          'show pull push mv rm replace-provider': acts('reads or changes the state', 't*', '', { style: 'go' }),
        }),
        workspace: suite('', { 'list show': reads('', TF, { style: 'go' }), 'new select delete': change }),
        apply: acts('runs providers of the configuration', 't*', TF_RUN, {
          style: 'go',
          means: { '-destroy': 'terraform destroy' },
        }),
        'validate graph metadata destroy plan refresh import init taint untaint console login logout get test force-unlock stacks':
          acts('runs providers of the configuration', 't*', TF_RUN, { style: 'go' }),
      },
      { style: 'go', helps: true, asks: '-help -h -v' },
    ),
    nomad: suite('-version --version', {
      version: reads('', ''),
      status: reads('t*', AGENT, { style: 'go' }),
      'job node': suite('', { status: reads('t*', AGENT, { style: 'go' }), '*': acts('manages infrastructure') }),
      server: suite('', { members: reads('', AGENT, { style: 'go' }), '*': acts('manages infrastructure') }),
      '*': acts('manages infrastructure'),
    }),
    consul: suite('-version --version', {
      version: reads('', ''),
      members: reads('', `${AGENT} -wan -status=`, { style: 'go' }),
      catalog: suite('', { 'datacenters nodes services': reads('', AGENT, { style: 'go' }) }),
      '*': acts('manages infrastructure'),
    }),
    doctl: suite('--version', {
      version: reads('', ''),
      account: suite('', { 'get ratelimit': reads('', DO), '*': acts('manages infrastructure') }),
      // Databases are left out: their passwords are among what is listed.
      compute: suite('', {
        'region size': suite('', { list: reads('', DO) }),
        'droplet image volume snapshot firewall load-balancer reserved-ip tag': suite('', DO_READS),
        domain: suite('', {
          records: suite('', { list: reads('t', DO), '*': acts('manages infrastructure') }),
          ...DO_READS,
        }),
        '*': acts('manages infrastructure'),
      }),
      'kubernetes k8s': suite('', { cluster: suite('', DO_READS), '*': acts('manages infrastructure') }),
      apps: suite('', {
        logs: reads('t*', `${DO} --type= --tail= --deployment=`),
        'list list-deployments list-regions': reads('t*', DO),
        '*': acts('manages infrastructure'),
      }),
      'projects vpcs': suite('', DO_READS),
      '*': acts('manages infrastructure'),
    }),
    hcloud: suite('--version', {
      version: reads('', ''),
      'server server-type image iso location datacenter volume network floating-ip primary-ip firewall load-balancer load-balancer-type placement-group ssh-key certificate':
        suite('', {
          list: reads('', '-o,--output= -l,--selector= -s,--sort= --quiet --no-experimental-warnings'),
          describe: reads('t', '-o,--output= --quiet --no-experimental-warnings'),
          '*': acts('manages infrastructure'),
        }),
      '*': acts('manages infrastructure'),
    }),
    'pulumi flyctl fly heroku': suite('--version -version', {
      version: reads('', ''),
      '*': acts('manages infrastructure'),
    }),
    // For these, `version` is a playbook, a folder to publish or a host, or they load the project's code before they
    // look at the word.
    'cdk sam vagrant vercel netlify wrangler firebase supabase railway linode-cli': acts(
      'manages infrastructure',
      't*',
      '--version -version',
    ),
    // Whatever they are asked: packer asks the plugins in the folder for their versions, and ansible.cfg names a
    // program that is started at once.
    'packer ansible ansible-playbook': acts('runs what the folder holds', 't*', ''),
    'serverless sls': acts('hands over to the copy in the project', 't*', ''),
    's3cmd rclone': acts(
      'copies files to or from another host',
      '?*',
      '--version -P,--progress -v,--verbose -n,--dry-run --config=r',
      { guard: carries },
    ),
  }
}
