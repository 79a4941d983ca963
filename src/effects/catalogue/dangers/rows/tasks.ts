/**
 * Part of the danger catalogue, data: tasks and scripts of a project whose names say what they destroy. The format is
 * described in `table.ts`.
 */

import type { Family } from '../table.ts'

/** Names that hardly anybody gives to what is run every day. `clean`, `reset` and `teardown` are not among them. */
const NAMES = `
  destroy nuke wipe purge obliterate annihilate destroy-all nuke-all wipe-all purge-all destroy-prod
  destroy-production destroy-staging destroy-dev destroy-db nuke-db wipe-db purge-db truncate-db delete-db
  wipe-data delete-all delete-data drop-all drop-tables drop-database db-destroy db-nuke db-purge db-truncate
  infra-destroy tf-destroy terraform-destroy cdk-destroy cluster-destroy cluster-delete delete-cluster
  stack-destroy delete-stack destroy-stack destroy_all nuke_db drop_all drop_tables wipe_db destroy_db
  db:destroy db:nuke db:wipe db:purge db:truncate infra:destroy tf:destroy terraform:destroy cdk:destroy
  stack:destroy destroy:all destroy:prod nuke:all wipe:all data:wipe docker:nuke force-push force_push
`
  .trim()
  .split(/\s+/u)
  .join('/')

export const TASKS: readonly Family[] = [
  [
    'delete',
    `
    make/gmake/just/task/go-task/mage/invoke/inv/rake/grunt/gulp/fab/poe/doit/ant/earthly/gradle/gradlew/sbt/mask ${NAMES} | !-n !--dry-run !--just-print !--recon !-m !-l !--list !--summary !--show !-s | medium | Runs a task whose name says that it deletes or overwrites
    npm/pnpm/yarn/bun/composer/nx/turbo/moon/hatch/pdm/deno run/run-script/task ${NAMES} | !--dry-run !--dry | medium | Runs a script whose name says that it deletes or overwrites
    yarn/pnpm/bun/composer/turbo/nx ${NAMES} | !--dry-run !--dry | medium | Runs a script whose name says that it deletes or overwrites
    cargo make/xtask/just ${NAMES} | !--dry-run | medium | Runs a task whose name says that it deletes or overwrites
    `,
  ],
  [
    'database',
    `
    npm/pnpm/yarn/bun run/run-script * schema:drop/db:drop/db:wipe/migrate:reset/migrate:fresh/migration:reset/migration:fresh | | medium | Passes on to a script that it deletes the database
    npm/pnpm/yarn/bun run/run-script db:drop/db:reset/db:wipe/db:nuke/db:purge/db:fresh/db:destroy | | medium | Runs a script whose name says that it deletes the database
    yarn/pnpm/bun db:drop/db:reset/db:wipe/db:nuke/db:purge/db:fresh/db:destroy | | medium | Runs a script whose name says that it deletes the database
    make/just/task db-drop/db-reset/db-wipe/drop-db/reset-db/db_drop/db_reset/db:drop/db:reset | | medium | Runs a task whose name says that it deletes the database
    composer db:drop/db:reset/db:wipe | | medium | Runs a script whose name says that it deletes the database
    composer run/run-script db:drop/db:reset/db:wipe | | medium | Runs a script whose name says that it deletes the database
    `,
  ],
]
