/**
 * Part of the danger catalogue, data: cloud accounts, infrastructure as code and stores of secrets. The format is
 * described in `table.ts`.
 */

import type { Family } from '../table.ts'

export const CLOUDS: readonly Family[] = [
  [
    'cloud',
    `
    aws s3 rm | --recursive !--dryrun | high | Deletes every object below a prefix
    aws s3 rm | !--recursive !--dryrun | medium | Deletes an object
    aws s3 rb | | high | Deletes a bucket
    aws s3 sync | --delete !--dryrun | high | Deletes what the source does not have
    aws s3 mv | --recursive !--dryrun | medium | Moves every object below a prefix
    aws * delete-* | | high | Deletes a resource
    aws * batch-delete-*/bulk-delete-*/admin-delete-*/force-delete-* | | high | Deletes resources
    aws * terminate-* | | high | Ends instances for good
    aws * schedule-key-deletion/disable-key | | high | Makes everything encrypted with the key unreadable
    aws * purge-* | | high | Empties a queue or cache
    aws * deregister-*/detach-*/disassociate-*/remove-*/revoke-*/unsubscribe/cancel-*/reset-*/release-* | | medium | Takes a resource away
    aws * stop-*/reboot-*/disable-* | | medium | Stops or disables a resource
    aws * put-bucket-lifecycle* | | medium | Has objects expire
    aws s3api put-bucket-versioning | =*Suspended* | medium | Stops keeping earlier versions
    aws s3api put-bucket-versioning | --versioning-configuration=Status=Suspended | medium | Stops keeping earlier versions
    aws * modify-* | --no-deletion-protection | high | Takes the protection from deletion away
    aws * update-termination-protection | --no-enable-termination-protection | high | Takes the protection from deletion away
    aws rds modify-* | &--backup-retention-period =0 | high | Stops keeping backups
    aws rds modify-* | --backup-retention-period=0 | high | Stops keeping backups
    aws rds modify-* | --master-user-password | high | Changes a password
    aws autoscaling update-auto-scaling-group | &--max-size =0 | medium | Stops every copy
    aws codeartifact publish-package-version | | high | Publishes a package
    aws ecs update-service | &--desired-count =0 | medium | Stops every copy
    aws ecs update-service | --desired-count=0 | medium | Stops every copy
    aws autoscaling update-auto-scaling-group/set-desired-capacity | &--desired-capacity =0 | medium | Stops every copy
    gcloud billing projects unlink | | high | Takes the account's budget, and with it its services, away
    amplify env remove | | high | Deletes an environment
    aws ssm send-command | | high | Runs a command on machines
    aws route53 change-resource-record-sets | | high | Changes what names lead to
    aws * put-bucket-policy/put-bucket-acl/put-object-acl/put-public-access-block/modify-instance-attribute/modify-image-attribute/modify-snapshot-attribute/modify-db-snapshot-attribute | | medium | Changes who may reach a resource
    aws * put-secret-value/update-secret/update-function-code | | medium | Replaces a secret or code
    aws iam put-role-policy/put-user-policy/put-group-policy/deactivate-mfa-device/create-policy-version/set-default-policy-version | | high | Changes who may do what in the account
    aws iam create-access-key/attach-*/create-login-profile/update-login-profile/add-user-to-group/create-user/update-assume-role-policy | | high | Changes who may do what in the account
    aws ec2 authorize-security-group-ingress | | medium | Opens a port
    aws cloudformation delete-stack | | high | Deletes a stack with its resources
    aws organizations leave-organization/close-account | | high | Leaves the organization
    gcloud alpha/beta storage rm/delete | | high | Deletes objects or buckets
    gcloud compute reset-windows-password | | high | Changes a password
    gcloud services disable | | medium | Turns a service off
    gcloud sql instances restart | | medium | Restarts the server
    gcloud * delete | | high | Deletes a resource
    gcloud * * delete | | high | Deletes a resource
    gcloud * * * delete | | high | Deletes a resource
    gcloud * bulk-delete | | high | Deletes resources
    gcloud storage rm | | high | Deletes objects or buckets
    gcloud storage buckets delete | | high | Deletes a bucket
    gcloud storage rsync | --delete-unmatched-destination-objects | high | Deletes what the source does not have
    gcloud * * reset/stop/suspend/destroy/disable | | medium | Stops or disables a resource
    gcloud * * * destroy | | high | Destroys a key version
    gcloud iam service-accounts keys create | | high | Makes a key that opens the account
    gcloud compute firewall-rules create/update | --source-ranges=0.0.0.0/0 | high | Opens ports to everybody
    gcloud compute firewall-rules create/update | &--source-ranges =0.0.0.0/0 | high | Opens ports to everybody
    gcloud pubsub subscriptions seek | | medium | Skips or repeats messages
    gcloud * add-iam-policy-binding/set-iam-policy/remove-iam-policy-binding | | high | Changes who may do what
    gcloud * * add-iam-policy-binding/set-iam-policy/remove-iam-policy-binding | | high | Changes who may do what
    gsutil rm/rb | | high | Deletes objects or buckets
    gsutil rsync | -d !-n | high | Deletes what the source does not have
    gsutil iam/acl ch/set | | medium | Changes who may reach a bucket
    bq rm | | high | Deletes tables or datasets
    az deployment group/sub create | &--mode =Complete =complete | high | Deletes what the template does not name
    az deployment group/sub create | --mode=Complete --mode=complete | high | Deletes what the template does not name
    az * delete | | high | Deletes a resource
    az * * delete | | high | Deletes a resource
    az * * * delete | | high | Deletes a resource
    az * purge | | high | Deletes a resource for good
    az * * purge | | high | Deletes a resource for good
    az * delete-batch | | high | Deletes many objects
    az storage container set-permission | --public-access | high | Changes who may reach objects
    az network nsg rule create/update | &--source-address-prefixes =* | high | Opens ports
    az * * delete-batch | | high | Deletes many objects
    doctl compute droplet-action reboot/power-cycle/rebuild/restore | | medium | Restarts or replaces a machine
    xe vm-destroy/vm-uninstall/vdi-destroy/sr-destroy | | high | Deletes a machine or a disk
    az vm deallocate/stop/reimage | | medium | Stops a machine
    az backup protection disable | --delete-backup-data | high | Deletes backups
    az account clear | | low | Forgets the logins
    aliyun oss rm | | high | Deletes objects or buckets
    aliyun * Delete* | | high | Deletes a resource
    tccli/ucloud/hcloud-cli * Delete*/Terminate* | | high | Deletes a resource
    az role assignment create/delete | | high | Changes who may do what
    azcopy remove/rm | | high | Deletes objects
    azcopy sync | --delete-destination=true | high | Deletes what the source does not have
    doctl * delete | | high | Deletes a resource
    doctl * * delete | | high | Deletes a resource
    doctl compute droplet-action power-off/shutdown | | medium | Stops a machine
    linode-cli * delete/rebuild | | high | Deletes a resource
    hcloud * delete/rebuild/reset/poweroff | | high | Deletes or resets a server
    oci * * delete/terminate/bulk-delete | | high | Deletes a resource
    oci * * * delete/terminate | | high | Deletes a resource
    openstack * delete | | high | Deletes a resource
    ibmcloud * *-delete/delete | | high | Deletes a resource
    ibmcloud * * *-delete/delete | | high | Deletes a resource
    heroku apps:destroy/destroy/apps:delete/pg:reset/pg:backups:delete/addons:destroy/pg:copy/container:rm/domains:remove/pipelines:destroy | | high | Deletes an application or its data
    heroku ps:scale | =*=0 | medium | Stops every copy
    heroku ps:stop/ps:kill/maintenance:on/config:unset/releases:rollback/rollback | | medium | Stops or changes the application
    fly/flyctl apps/volumes/machine/machines/pg/postgres/redis/secrets destroy/delete/unset | | high | Deletes an application or its data
    fly/flyctl machine/machines stop/kill/suspend | | medium | Stops a machine
    fly/flyctl suspend | | medium | Stops an application
    fly/flyctl scale count | =0 | medium | Stops every copy
    fly/flyctl ips/certs/postgres/pg/wireguard release/remove/detach | | medium | Takes a resource away
    scw * * delete/terminate/purge | | high | Deletes a resource
    scw * * * delete/terminate/purge | | high | Deletes a resource
    vultr-cli * delete/destroy | | high | Deletes a resource
    nova/cinder/glance/neutron delete/*-delete | | high | Deletes a resource
    b2 delete-bucket/delete-file-version/rm/delete-key | | high | Deletes objects or buckets
    b2 bucket/file/key delete | | high | Deletes objects or buckets
    cf delete/delete-org/delete-space/delete-service/delete-route/delete-user | | high | Deletes a resource
    fly/flyctl * destroy/delete | | high | Deletes a resource
    fly/flyctl destroy | | high | Deletes an application
    vercel/vc remove/rm | | high | Deletes a deployment or project
    vercel/vc env/project/projects/domains/dns/alias/secrets/certs/teams/integration/blob rm/remove | | high | Deletes a setting, project or domain
    netlify sites:delete/env:unset | | high | Deletes a site or setting
    netlify api delete* | | high | Deletes something of the site
    netlify *:delete | | high | Deletes something of the site
    vercel/vc/wrangler rollback | | medium | Goes back to an earlier version
    railway delete/down/remove | | high | Deletes a deployment
    infisical secrets delete | | high | Deletes secrets
    turso group/org destroy/delete | | high | Deletes a database
    now rm/remove | | high | Deletes a deployment
    kamal remove | | high | Removes what was deployed
    tctl rm | | high | Takes rights away
    consul services deregister | | medium | Takes a service away
    railway * delete/remove | | high | Deletes data or settings
    render services delete | | high | Deletes a service
    wrangler delete | | high | Deletes a worker
    wrangler kv/r2/d1/queues/secret/pages/hyperdrive/vectorize delete/bulk | | high | Deletes data or a secret
    wrangler kv:namespace/kv:key/kv:bulk delete | | high | Deletes data or a secret
    wrangler * * delete | | high | Deletes data
    mc rm | --recursive -r --force | high | Deletes every object below a prefix
    mc rb | | high | Deletes a bucket
    mc admin user/group/policy remove/rm/disable/detach | | high | Takes rights away
    mc mirror | --remove | high | Deletes what the source does not have
    s3cmd del/rm/rb/expire | !-n !--dry-run | high | Deletes objects or buckets
    s3cmd sync | --delete-removed !-n !--dry-run | high | Deletes what the source does not have
    s5cmd rm/rb | | high | Deletes objects or buckets
    rclone delete/deletefile/purge/rmdir/rmdirs/cleanup | !--dry-run !-n | high | Deletes files of the remote
    rclone sync | !--dry-run !-n | high | Deletes what the source does not have
    rclone move/moveto | !--dry-run !-n | medium | Moves files away
    restic forget/prune | !--dry-run !-n | high | Deletes backups
    restic key/repair remove/snapshots | | medium | Changes the repository
    restic unlock | --remove-all | low | Removes locks
    borg break-lock | | low | Removes locks
    aws-nuke/gcp-nuke/azure-nuke | --no-dry-run | critical | Deletes everything in the account
    cloud-nuke aws/gcp | !--dry-run !--list-resource-types | critical | Deletes everything in the account
    kopia maintenance run | --safety=none | high | Deletes data of backups at once
    kopia maintenance run | &--safety =none | high | Deletes data of backups at once
    borg delete/prune/compact/repo-delete/rdelete/recreate | !--dry-run !-n | high | Deletes backups
    duplicity remove-* | --force | high | Deletes backups
    kopia snapshot/repository delete/disconnect | | high | Deletes backups
    timeshift | --delete --delete-all --restore | high | Deletes snapshots or goes back to one
    snapper delete/rollback/undochange | | high | Deletes snapshots or goes back to one
    snapper * delete/rollback/undochange | | high | Deletes snapshots or goes back to one
    wal-g delete | | high | Deletes backups
    pgbackrest stanza-delete/expire | | high | Deletes backups
    barman delete | | high | Deletes backups
    tarsnap | -d --nuke | high | Deletes backups
    gh repo sync | --force | high | Overwrites a branch of a repository
    swift delete | | high | Deletes containers or objects
    gh repo delete | | high | Deletes a repository
    gh repo archive/rename | | medium | Makes a repository read-only or changes its address
    gh repo edit | --visibility | high | Changes who may see a repository
    gh release/issue/gist/label/secret/variable/run/workflow/cache/codespace/project/ruleset delete/remove/delete-asset/disable/item-delete | | high | Deletes something others rely on
    gh pr merge | --admin | medium | Merges past the rules of the branch
    gh pr close | -d --delete-branch | medium | Deletes the branch
    gh auth logout | | low | Forgets the login
    gh/glab api | --method=DELETE -XDELETE -X=DELETE --method=delete -Xdelete -X=delete | high | Deletes through the interface
    gh/glab api | -X --method =DELETE =delete | high | Deletes through the interface
    hub delete | @operand | high | Deletes a repository
    tea repo/repos delete/rm | | high | Deletes a repository
    gh api | =force=true | high | Forces a change, such as a branch moved back
    gh api | =private=false =visibility=public | high | Changes who may see a repository
    gh api | -X --method =*/protection | medium | Changes how a branch is protected
    glab repo/project/release/issue/mr/variable/ssh-key/label/ci delete | | high | Deletes something others rely on
    glab repo archive | | medium | Makes a repository read-only
    tkn * delete | | high | Deletes something builds rely on
    drone secret/repo/cron rm | | high | Deletes something builds rely on
    travis env unset/clear | | high | Deletes something builds rely on
    gitlab-runner unregister | | high | Removes a runner
    circleci context/orb/namespace/pipeline delete/remove-secret/unlist | | high | Deletes something builds rely on
    vault delete/destroy | | high | Deletes a secret
    vault kv delete/destroy | | high | Deletes a secret
    vault kv metadata delete | | high | Deletes a secret with all its versions
    vault secrets/auth/audit disable | | high | Removes a store with its secrets
    vault operator raft | =remove-peer =restore | high | Removes a node, or replaces the data
    vault policy/token/lease/namespace delete/revoke | | high | Takes rights away
    vault operator seal/rekey/rotate/step-down/generate-root | | high | Seals the vault or changes its keys
    op item/document/vault/user/group/connect delete | | high | Deletes secrets or users
    doppler secrets/configs/projects/environments delete | | high | Deletes secrets
    bw delete | | high | Deletes a secret
    pass rm/remove/delete | | high | Deletes a secret
    gopass rm/remove/delete | | high | Deletes a secret
    security delete-keychain/delete-generic-password/delete-internet-password/delete-certificate | | high | Deletes secrets
    ssh-add | -D | low | Forgets all keys
    certbot delete/revoke | | high | Takes a certificate away
    step ca revoke | | high | Takes a certificate away
    pdnsutil delete-zone/delete-rrset | | high | Deletes names
    flarectl * delete | | high | Deletes names or settings
    nsupdate | | medium | Changes what names lead to
    gpg/gpg2 | --delete-secret-keys --delete-secret-key --delete-secret-and-public-key --delete-keys --delete-key | high | Deletes keys
    smbpasswd/pdbedit | -x | high | Deletes an account
    ldapdelete | @operand !-n | high | Deletes entries of a directory
    ldapdelete | -f !-n | high | Deletes entries of a directory
    ipa *-del/*-disable | | high | Deletes or locks something of a directory
    samba-tool user/group/computer/ou delete/disable/remove | | high | Deletes an account
    jenkins-cli/java | =delete-job =delete-node =delete-view =delete-builds =delete-credentials =safe-shutdown | high | Deletes something of the build server
    algolia/algoliasearch indices/indexes delete/clear | | high | Deletes an index
    sentry-cli releases delete | | medium | Deletes a release
    stripe * delete | | high | Deletes a record of the account
    ngrok api * delete | @operand | high | Deletes something others rely on
    ossutil/ossutil64 rm | -r --recursive -b --bucket | high | Deletes stored objects
    stripe delete | @operand | high | Deletes a record of the account
    twilio * remove | | medium | Removes a record
    twilio *:remove | | medium | Removes a record
    twilio *:release/*:delete | | high | Gives up a number or deletes a record
    huggingface-cli/hf delete-cache | | low | Deletes what was downloaded
    auth0 * delete | | high | Deletes a resource
    snow object drop | | high | Deletes a database object
    databricks fs/jobs/clusters/workspace/secrets rm/delete/permanent-delete/delete-scope | | high | Deletes data or jobs
    aws dynamodb batch-write-item/transact-write-items | | medium | Replaces or deletes items of a table
    aws dynamodb execute-statement/batch-execute-statement | =*DELETE* =*delete* | medium | Deletes items of a table
    firebase auth:export | | medium | Writes every account, with its password, to a file
    firebase auth:import/firestore:import | | medium | Replaces data
    velero restore create | &--existing-resource-policy =update | medium | Replaces the data
    velero restore create | --existing-resource-policy=update | medium | Replaces the data
    fly destroy-pipeline/destroy-team/prune-worker/abort-build/clear-task-cache/land-worker/delete-target | | high | Deletes a pipeline or what belongs to it
    ollama rm/delete | @operand | medium | Deletes a model
    lms/llm/ramalama rm/remove | @operand | medium | Deletes a model
    openai api *.delete | | medium | Deletes something of the account
    hf cache rm/prune/delete | | low | Deletes what was downloaded
    hf/huggingface-cli repo-files/jobs/endpoints delete/cancel | | medium | Deletes published files
    dvc remove/destroy | @operand | medium | Stops keeping data
    dvc destroy | | high | Deletes what is known of stored data
    conan remove | @operand | high | Deletes packages
    wandb sync | --clean --clean-force | medium | Deletes runs
    sky/ray/dstack down/stop/delete | | high | Ends instances for good
    runpodctl remove/stop | @operand | high | Ends instances for good
    vastai/vast destroy/stop | @operand | high | Ends instances for good
    aws-vault remove/rm/rotate/clear | | medium | Deletes or replaces keys of the account
    dropbox-cli/dropbox_uploader.sh/rmapi/onedrive/gdrive rm/delete/trash | @operand | high | Deletes files of a cloud
    gdrive files/drives delete | @operand | high | Deletes files of a cloud
    zfs-prune-snapshots | @operand !-n | high | Deletes snapshots
    sanoid | --prune-snapshots --force-prune | high | Deletes snapshots
    syncoid | --force-delete --delete-target-snapshots | high | Deletes snapshots
    btrbk clean/prune | !-n !--dry-run | high | Deletes snapshots
    proxmox-backup-client forget/prune | !--dry-run | high | Deletes backups
    proxmox-backup-client snapshot/group forget | | high | Deletes backups
    rustic/autorestic/resticprofile forget/prune | !--dry-run !-n | high | Deletes backups
    duplicacy prune | !-dry-run !-d | high | Deletes backups
    burp | &-a =delete | high | Deletes backups
    attic delete/prune | !-n !--dry-run | high | Deletes backups
    kopia snapshot expire | --delete | high | Deletes backups
    kopia policy delete | | low | Changes how long backups are kept
    `,
  ],
  [
    'iac',
    `
    terraform/tofu/terragrunt destroy/destroy-all/apply-all | | high | Destroys the infrastructure
    terraform/tofu/terragrunt apply | -destroy --destroy | high | Destroys the infrastructure
    terraform/tofu/terragrunt apply | -auto-approve --auto-approve --terragrunt-non-interactive | high | Changes the infrastructure without asking
    terraform/tofu/terragrunt run-all/run | =destroy =apply | high | Changes all stacks
    terraform/tofu/terragrunt state rm/mv/push/replace-provider | | high | Changes what is known about the infrastructure
    terraform/tofu/terragrunt init | -force-copy -migrate-state | medium | Moves what is known about the infrastructure
    terraform/tofu/terragrunt taint/untaint | | medium | Marks a resource to be replaced
    terraform/tofu/terragrunt force-unlock | | medium | Breaks a lock somebody may hold
    terraform/tofu/terragrunt workspace delete | | high | Deletes a workspace with its state
    terraform/tofu/terragrunt apply | -replace --replace | medium | Replaces a resource
    pulumi destroy/down/dn | !--preview-only | high | Destroys the infrastructure
    pulumi stack rm | | high | Deletes a stack with its state
    pulumi state delete/unprotect | | high | Changes what is known about the infrastructure
    pulumi up/update | -y --yes --skip-preview | high | Changes the infrastructure without asking
    pulumi refresh | -y --yes -f --skip-preview !--preview-only | medium | Changes what is known about the infrastructure without asking
    pulumi cancel | | medium | Interrupts an update
    yarn/pnpm/bun cdk/cdktf/sst/serverless/sls/wrangler/vercel/amplify destroy/remove/delete | | high | Destroys what was deployed
    cdk/cdktf destroy | | high | Destroys the infrastructure
    cdktf deploy/apply | --auto-approve | high | Changes the infrastructure without asking
    cdk deploy | --require-approval=never | high | Changes the infrastructure without asking
    cdk deploy | &--require-approval =never | high | Changes the infrastructure without asking
    chalice delete | | high | Deletes a service
    zappa undeploy | | high | Deletes a service
    up stack delete | | high | Deletes a stack
    chef-server-ctl cleanse | | critical | Deletes everything of the server
    sam delete | | high | Deletes a stack
    serverless/sls/osls remove | | high | Deletes a service
    sst remove | | high | Deletes a stage
    amplify delete | | high | Deletes the project in the cloud
    copilot app/env/svc/job delete | | high | Deletes resources
    eb terminate | | high | Ends an environment
    ansible | =reboot =shutdown =community.general.shutdown | high | Stops or restarts hosts
    ansible-playbook | =*destroy* =*teardown* =*wipe* =*delete* !-C !--check !--syntax-check !--list-tasks !--list-hosts !--list-tags | medium | Runs a playbook whose name says that it destroys
    ansible/ansible-playbook | =*state=absent* !-C !--check | high | Removes things from hosts
    ansible | =*state=stopped* !-C !--check | medium | Stops services of hosts
    nomad job/namespace/node/volume/system stop/delete/purge/drain/gc | | high | Stops or deletes jobs
    nomad stop | | medium | Stops a job
    nomad * delete | | high | Deletes something that jobs rely on
    nomad acl * delete | | high | Takes rights away
    nomad operator raft remove-peer | | high | Removes a node
    waypoint destroy | | high | Destroys deployments
    knife ssh | | high | Runs a command on machines
    knife node/client/data/role/cookbook/environment delete/bulk | | high | Deletes configuration of hosts
    salt | =cmd.run =state.highstate =pkg.remove =file.remove =system.* | medium | Acts on many hosts
    puppet node/resource/cert purge/clean/deactivate | | medium | Removes a node
    puppet resource | =ensure=absent =ensure=purged =ensure=stopped !--noop | high | Removes or stops something of this machine
    puppetserver ca clean/revoke | | high | Takes a certificate away
    salt-key | -d -D --delete --delete-all -r -R --reject --reject-all | high | Cuts hosts off
    nixops destroy/delete | | high | Destroys the infrastructure
    bosh delete-*/clean-up | | high | Deletes deployments or what they need
    packer build | -force | medium | Replaces an image
    juju destroy-model/destroy-controller/remove-application/kill-controller/remove-machine | | high | Destroys deployments
    `,
  ],
]
