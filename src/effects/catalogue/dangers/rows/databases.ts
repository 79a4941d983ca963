/**
 * Part of the danger catalogue, data: databases, migrations and message queues. The format is described in `table.ts`.
 */

import type { Family } from '../table.ts'

export const DATABASES: readonly Family[] = [
  [
    'database',
    `
    dropdb | @operand | high | Deletes a database
    dropuser | @operand | medium | Deletes a database user
    mysqladmin/mariadb-admin drop | | high | Deletes a database
    mysqladmin/mariadb-admin shutdown | | high | Stops the server
    redis-cli/valkey-cli/keydb-cli flushall/flushdb | | high | Deletes every key
    redis-cli/valkey-cli/keydb-cli debug/shutdown | | high | Stops or crashes the server
    redis-cli/valkey-cli/keydb-cli config set | =dir =dbfilename =save =append* =requirepass =masterauth =masteruser =protected-mode =rename-command =maxmemory* =bind* =enable-* =unixsocket* =slave* =replica* =aclfile =logfile =module* =tls-* | medium | Changes the server's configuration
    redis-cli/valkey-cli/keydb-cli script/function flush | | medium | Deletes stored scripts
    redis-cli/valkey-cli/keydb-cli cluster reset/flushslots | | high | Takes the cluster apart
    redis-cli/valkey-cli/keydb-cli cluster forget/delslots/failover | | high | Takes the cluster apart
    redis-cli/valkey-cli/keydb-cli acl deluser/setuser | | medium | Changes who may log in
    redis-cli/valkey-cli/keydb-cli module load/unload | | high | Loads code into the server, or takes it away
    redis-cli/valkey-cli/keydb-cli eval | =*flushall* =*flushdb* =*'del'* =*"del"* =*'unlink'* =*"unlink"* | high | Deletes every key
    rails/rake/gitlab-rake db:drop/db:drop:all/db:drop:_unsafe | !-T !--tasks !-n !--dry-run | high | Deletes the database
    rails/rake db:reset/db:migrate:reset/db:setup/db:schema:load/db:truncate_all/db:purge/db:seed:replant/db:structure:load | !-T !--tasks !-n !--dry-run | high | Deletes or empties the database first
    rails/rake db:rollback/db:migrate:down/db:migrate:redo | !-T !--tasks !-n !--dry-run | medium | Undoes a migration, dropping its columns and tables
    rails runner/r | =*DROP* =*TRUNCATE* | high | Deletes a table
    mvn/mvnw flyway:clean | | high | Deletes all tables
    mvn/mvnw liquibase:dropAll/liquibase:rollback | | high | Deletes or rolls back database objects
    gradle/gradlew flywayClean/dropAll | | high | Deletes all tables
    node ace migration:fresh/migration:reset/migration:refresh/db:wipe/db:truncate | | high | Deletes all tables
    php artisan tinker | =*truncate(* =*delete(* | medium | Deletes rows of a table
    php * doctrine:fixtures:load | !--append | medium | Empties the database first
    dotnet ef database update | =0 | high | Undoes every migration
    redis-cli/valkey-cli/keydb-cli slaveof/replicaof | | high | Makes it a copy of another server
    rails runner/r | =*delete_all* =*destroy_all* =*drop_table* =*truncate* | medium | Deletes every row of a table
    gitlab-rails runner/r | =*delete_all* =*destroy_all* =*drop_table* =*truncate* | medium | Deletes every row of a table
    gitlab-rake gitlab:backup:restore/gitlab:setup | | high | Replaces the data
    gitlab-backup restore | | high | Replaces the data
    prisma migrate reset | | high | Deletes the database and applies all migrations anew
    prisma db push | --force-reset --accept-data-loss | high | Changes the schema and accepts losing data
    prisma db execute | | medium | Runs SQL of a file or the standard input
    drizzle-kit drop | | medium | Deletes migrations
    yarn/pnpm/bun prisma migrate reset | | high | Deletes the database and applies all migrations anew
    yarn/pnpm/bun prisma db push | --force-reset --accept-data-loss | high | Changes the schema and accepts losing data
    yarn/pnpm/bun sequelize/sequelize-cli/typeorm/knex db:drop/db:migrate:undo:all/schema:drop/migrate:rollback/migration:revert | | high | Deletes the database or undoes migrations
    drizzle-kit push | --force | high | Changes the schema and accepts losing data
    sequelize/sequelize-cli db:drop/db:migrate:undo:all/db:seed:undo:all | | high | Deletes the database or undoes all migrations
    sequelize/sequelize-cli db:migrate:undo | | medium | Undoes a migration
    typeorm schema:drop | | high | Deletes all tables
    typeorm migration:revert | | medium | Undoes a migration
    typeorm schema:sync | | medium | Changes the schema to the code's, dropping what is not in it
    knex migrate:rollback | --all | high | Undoes all migrations
    knex migrate:rollback | !--all | medium | Undoes a migration
    mikro-orm schema:drop/schema:fresh/migration:fresh/migration:down/database:drop | | high | Deletes the schema
    alembic downgrade | !--sql | high | Undoes migrations, dropping their columns and tables
    flask db downgrade | | high | Undoes migrations
    flyway clean | | high | Deletes every object of the schema
    liquibase drop-all/dropAll/rollback/rollback-count/rollback-to-date/rollback-one-changeset/rollback-one-update/rollbackCount/rollbackToDate | | high | Deletes or rolls back database objects
    goose | =reset =down-to =down | high | Undoes migrations
    dbmate drop/down/rollback | | high | Deletes the database or undoes a migration
    migrate drop/down | | high | Deletes or undoes the schema
    sqlx database drop/reset | | high | Deletes the database
    sqlx migrate revert | | medium | Undoes a migration
    diesel database reset | | high | Deletes the database and builds it anew
    diesel migration revert/redo | | medium | Undoes a migration
    mix ecto.drop/ecto.reset | | high | Deletes the database
    mix do | =ecto.drop* =ecto.reset* | high | Deletes the database
    mix ecto.rollback | | medium | Undoes a migration
    php artisan migrate:reset | !--pretend | high | Undoes all migrations
    php artisan migrate:fresh/migrate:refresh/db:wipe | | high | Deletes all tables
    php artisan migrate:rollback | !--pretend | medium | Undoes a migration
    artisan migrate:fresh/migrate:reset/migrate:refresh/db:wipe | | high | Deletes all tables
    console doctrine:database:drop/doctrine:schema:drop | !--dump-sql | high | Deletes the database
    console doctrine:schema:update | --force !--dump-sql | medium | Changes the schema to the code's, dropping what is not in it
    php *console doctrine:schema:update | --force !--dump-sql | medium | Changes the schema to the code's, dropping what is not in it
    symfony console doctrine:schema:update | --force !--dump-sql | medium | Changes the schema to the code's, dropping what is not in it
    console d:d:d/d:s:d | | high | Deletes the database
    php *console d:d:d/d:s:d | | high | Deletes the database
    symfony console doctrine:database:drop/doctrine:schema:drop | !--dump-sql | high | Deletes the database
    php *console doctrine:database:drop/doctrine:schema:drop | !--dump-sql | high | Deletes the database
    python/python3/python2 *manage.py flush/reset_db/reset_schema/clean_db | | high | Empties or deletes the database
    python/python3 *manage.py migrate | =zero !--plan !--check | high | Undoes all migrations of an application
    python/python3 *manage.py shell | =*.all().delete()* =*drop_all* | medium | Deletes every row of a table
    manage.py/django-admin flush/reset_db/reset_schema/clean_db | | high | Empties the database
    supabase stop | --no-backup | high | Deletes the data of the local project
    supabase db reset | | high | Deletes the database and builds it anew
    supabase * delete/unset/rm/remove | | high | Deletes a project or branch
    firebase firestore:delete/database:remove/hosting:disable/*:delete/*:destroy/database:set | | high | Deletes data or services of the project
    hasura metadata clear | | high | Deletes the metadata
    hasura migrate apply | --down --goto | high | Undoes migrations
    hasura migrate delete | | medium | Deletes migrations
    sea-orm-cli migrate fresh/refresh/reset/down | | high | Deletes all tables or undoes migrations
    pg_ctlcluster | =stop | medium | Stops the server
    memcached-tool * flush_all/flush | | high | Deletes every key
    memcflush | | high | Deletes every key
    hdfs/hadoop dfs/fs | -rm -rmr -rmdir -expunge | high | Deletes files of the cluster
    hdfs/hadoop namenode | -format -rollback | critical | Formats the file system of the cluster
    yarn application/app | -kill | medium | Ends what runs on the cluster
    mapred job | -kill | medium | Ends what runs on the cluster
    airflow db reset/clean | !--dry-run | high | Deletes the database
    airflow tasks clear | | medium | Deletes what is known of tasks that ran, and runs them again
    mlflow gc | | medium | Deletes runs for good
    dvc gc | !-d !--dry | high | Deletes stored data
    rq empty | | medium | Deletes every job of a queue
    patronictl remove/failover/switchover/reinit | | high | Changes the cluster
    flyway undo | | high | Undoes migrations
    skeema push | --allow-unsafe | high | Changes the schema and accepts losing data
    pt-archiver | --purge !--dry-run | high | Deletes rows
    atlas schema apply | --auto-approve | high | Changes the schema without asking
    zkcli rmr/delete/deleteall | | high | Deletes nodes of the store
    rbd rm/remove | @operand | high | Deletes an image
    rdiff-backup | --remove-older-than | high | Deletes backups
    bup rm | | high | Deletes backups
    megarm | @operand | high | Deletes files of a cloud
    dbxcli rm | | high | Deletes files of a cloud
    duplicity | =remove-all-but-n-full =remove-older-than =cleanup | high | Deletes backups
    nodetool drain | | medium | Stops a node
    yarn/pnpm/bun drizzle-kit push | --force | high | Changes the schema and accepts losing data
    aerich/yoyo downgrade/rollback | | high | Undoes migrations
    piccolo migrations backwards | | high | Undoes migrations
    tern migrate | -d --destination | medium | Undoes migrations, or applies them
    strapi transfer/import | --force | high | Replaces the data
    bq cp | -f --force | high | Replaces a table
    solr delete | | high | Deletes a collection
    solr stop | | medium | Stops the server
    elasticdump/multielasticdump | --deleteAll --delete | high | Deletes every document it copies
    elasticsearch-node/opensearch-node detach-cluster/unsafe-bootstrap/repurpose/remove-settings/remove-customs | | high | Takes the cluster apart
    elasticsearch-reset-password/elasticsearch-users/elasticsearch-setup-passwords | !-h | medium | Changes who may log in
    kafka-streams-application-reset/kafka-streams-application-reset.sh | | high | Moves where a group reads on
    dagster run wipe | | high | Deletes every run
    dbt run/build/seed | --full-refresh | medium | Drops tables and builds them anew
    dolt reset | --hard | high | Throws uncommitted changes away
    dolt branch | -D | medium | Deletes a branch
    dolt table rm | | high | Deletes a table
    wp db drop/reset/clean | | high | Deletes all tables
    wp site empty/delete | | high | Deletes a site
    wp search-replace | !--dry-run !--export | medium | Changes every row that fits
    wp plugin/comment/term/menu delete/uninstall | | medium | Deletes something of the site
    wp user/post/theme/option delete | | medium | Deletes something of the site
    drush sql:drop/sql-drop/site:install/site-install/si | | high | Deletes all tables
    magento setup:uninstall | | high | Deletes all tables
    dotnet ef database drop | | high | Deletes the database
    dotnet ef migrations remove | | medium | Deletes a migration
    pg_restore | -c --clean !-f !--file | high | Drops the database's objects before restoring
    pg_resetwal/pg_resetxlog | | high | Discards the write-ahead log
    pg_dropcluster | | high | Deletes a whole cluster
    mongorestore/mongoimport | --drop | high | Drops each collection before restoring
    pg_ctl stop | | medium | Stops the server
    sqitch revert | | high | Undoes deployed changes
    cockroach node decommission/drain | | high | Removes a node
    neo4j-admin database delete/drop | | high | Deletes a database
    atlas * delete | | high | Deletes a resource
    atlas schema clean | | high | Deletes every object of the schema
    cbt deletetable/deletefamily/deleteallrows/dropprefix/deleteinstance/deletecluster | | high | Deletes a table or rows of it
    influx delete | | high | Deletes data
    influxd restore | --full -full | high | Replaces the data
    influx restore | --full | high | Replaces the data
    influx bucket/org delete | | high | Deletes data
    nodetool decommission/removenode/assassinate/truncatehints/clearsnapshot | | high | Removes a node or its data
    etcdctl del | | high | Deletes keys
    etcdctl snapshot restore | | medium | Replaces the data
    etcdctl member remove | | high | Removes a node
    consul acl * delete | | high | Takes rights away
    consul snapshot restore | | high | Replaces the data
    consul operator raft remove-peer | | high | Removes a node
    consul * delete | | high | Deletes keys or settings that services rely on
    consul leave/force-leave | | high | Removes a node
    curator_cli/curator delete_indices/delete-indices | | high | Deletes indices
    neon/neonctl projects/branches/databases/roles delete/reset/restore | | high | Deletes a project, branch or database
    pscale database/branch/password/backup delete | | high | Deletes a database or branch
    vtctldclient/vtctlclient Delete*/RemoveKeyspaceCell | | high | Deletes parts of the cluster
    turso db destroy/delete | | high | Deletes a database
    planetscale database delete | | high | Deletes a database
    kafka-topics/kafka-topics.sh/kafka-consumer-groups/kafka-consumer-groups.sh | --delete | high | Deletes topics or groups
    kafka-consumer-groups/kafka-consumer-groups.sh | &--reset-offsets &--execute | high | Moves where a group reads on
    rpk topic/group delete | | high | Deletes topics or groups
    pulsar-admin * delete | | high | Deletes topics or tenants
    zkCli.sh/zookeeper-shell/zookeeper-shell.sh delete/deleteall/rmr | | high | Deletes nodes of the store
    zkCli.sh/zookeeper-shell/zookeeper-shell.sh * deleteall/rmr | | high | Deletes nodes of the store
    celery purge | | high | Deletes every waiting task
    celery * purge | | high | Deletes every waiting task
    kafka-delete-records/kafka-delete-records.sh | | high | Deletes records
    kafka-configs/kafka-configs.sh | &--alter =retention.* =*retention.ms=* =*retention.bytes=* | medium | Has records expire
    kafka-storage/kafka-storage.sh format | | high | Formats the folders of the broker
    kafka-reassign-partitions/kafka-reassign-partitions.sh | --execute | medium | Moves partitions
    kafka-acls/kafka-acls.sh | --remove | medium | Removes access rules
    kcat/kafkacat | &-P &-Z | medium | Sends empty records, which delete those of their keys
    kafka-configs/kafka-configs.sh | --delete-config | medium | Removes a topic's settings
    rabbitmqctl delete_* | | high | Deletes a queue, user or virtual host
    rabbitmqctl clear_permissions/purge_queue/reset/force_reset/stop_app/forget_cluster_node | | high | Empties or takes apart the broker
    rabbitmqadmin delete/purge | | high | Deletes a queue or its messages
    nats stream/consumer/kv/object/bucket delete/rm/purge/del | | high | Deletes a stream or its messages
    redis-cli/valkey-cli/keydb-cli | &--cluster =flushall =flushdb =del-node =reset =reshard =fix =import =rebalance =shutdown =debug | high | Deletes keys, or takes the cluster apart
    couchbase-cli bucket-delete/bucket-flush/server-remove/failover/node-reset/xdcr-replicate | !-h !--help | high | Deletes a bucket or takes the cluster apart
    cbbackupmgr remove/merge | | high | Deletes backups
    mosquitto_pub | &-r -n --null-message | medium | Deletes the message that a topic keeps
    activemq/artemis purge/queue/address | =delete =purge =destroy | high | Deletes a queue or its messages
    activemq/artemis purge | | high | Deletes the messages of a queue
    artemis data imp | | medium | Replaces the data
    vitess/vtctl DeleteTablet/DeleteShard/DeleteKeyspace | | high | Deletes parts of the cluster
    xtrabackup/mariabackup/mariadb-backup/innobackupex | --copy-back --move-back --force-non-empty-directories | high | Replaces the data
    orientdb/console.sh | =drop* =delete* | high | Deletes a database
    edgedb/gel instance/branch/database/project destroy/drop/wipe/rebase/unlink | | high | Deletes a database
    ravendb/rvn | =delete =drop | high | Deletes a database
    etcdutl snapshot restore | | medium | Replaces the data
    zkCli | =delete =deleteall =rmr | high | Deletes nodes of the store
    `,
  ],
]
