/**
 * Part of the command catalogue: clients of databases. A query can do anything, so only lists and versions are
 * read-only.
 */

import { dotCommands, mysqlQueries, namedInQueries, onlyDatabases, redisReads } from '../grammars/databases.ts'
import { sqliteQueries } from '../grammars/sqlite.ts'
import { maybeFiles } from '../grammars/transfers.ts'
import { acts, reads, suite, type Family } from '../spec.ts'

export function databases(): Family {
  return {
    psql: reads(
      't t',
      '-l,--list -V,--version -?,--help? !-h,--host=u -p,--port= -U,--username= -w,--no-password -X,--no-psqlrc -A,--no-align -t,--tuples-only -q,--quiet -x,--expanded -F,--field-separator= -R,--record-separator= -P,--pset= -z -0 -n,--no-readline -c,--command= !-f,--file=r !-o,--output=w !-L,--log-file=w -d,--dbname= !-v,--set,--variable= !-W,--password',
      {
        guard: onlyDatabases,
      },
    ),
    'mysql mariadb': reads(
      't',
      '-V,--version -?,--help !-e,--execute=x !-h,--host=u -P,--port= -u,--user= !-p? !--password? -D,--database= -S,--socket=r !--defaults-file=r !--defaults-extra-file=r !--tee=w -N -B,--batch -s,--silent -t,--table -v,--verbose',
      { guard: mysqlQueries },
    ),
    sqlite3: reads(
      'r t*',
      '-version --version -help --help -readonly -safe -nofollow !-init=x !-cmd=x -header -noheader -csv -json -line -list -column -markdown -table -box -quote -tabs -html -bail -batch -separator= -nullvalue=',
      { style: 'go', guard: sqliteQueries },
    ),
    duckdb: reads(
      'e x*',
      '-version --version -help --help -readonly !-init=x !-cmd=x !-c=x !-s=x !-f=r -header -noheader -csv -json -line -list -column -bail -batch -separator= -nullvalue=',
      { style: 'go', guard: dotCommands },
    ),
    'mongo mongosh cqlsh': acts(
      'runs queries',
      'u ?*',
      '--version --help --host=u --port= -u,--username= -p,--password= -e,--execute,--eval= -f,--file=r -k= --quiet --nodb --norc',
      { guard: maybeFiles },
    ),
    'clickhouse clickhouse-client clickhouse-local cypher-shell sqlcmd neo4j': acts(
      'runs queries',
      '?*',
      '--version --help -h,--host=u -a,--address=u -S=u -q,--query= -Q= -d= -U= -P= -i=r -o=w --port= -u,--user= --password= -E',
      { guard: namedInQueries },
    ),
    influx: acts('runs queries', '?*', '-host=u --host=u -port= -execute= -database= -username= -password= -version', {
      style: 'go',
    }),
    'redis-cli valkey-cli keydb-cli': reads(
      't*',
      '-v,--version --help !-h=u -p= -n= -r= -i= --raw --no-raw --csv --json -2 -3 --no-auth-warning -e -t= !-a,--pass= !--user= !-u=u !-x !-X= !--eval=r !--pipe !--rdb=w !--functions-rdb=w !--cluster= !--replica --bigkeys --memkeys --scan --pattern= --count= -#',
      {
        guard: redisReads,
      },
    ),
    'pg_dump pg_dumpall mysqldump mongodump mongoexport': acts(
      'copies a database out',
      't*',
      '-f,--file=w -V,--version -o,--out=w --help -h,--host=u -p,--port= -U,--username= -u,--user= -d,--dbname,--db= --uri=u -F,--format=',
    ),
    'pg_restore mysqlimport mongorestore mongoimport createdb dropdb createuser dropuser mysqladmin pg_ctl initdb vacuumdb reindexdb':
      acts('changes databases', 't*', '-V,--version -h,--host=u -p,--port= -U,--username= -u,--user= --uri=u'),
    pg_isready: reads(
      '',
      '-V,--version --help -q,--quiet -p,--port= -t,--timeout= -U,--username= !-h,--host=u !-d,--dbname=',
    ),
    pg_config: reads(
      '',
      '--bindir --docdir --includedir --libdir --sharedir --sysconfdir --pgxs --configure --version --help',
    ),
    pg_lsclusters: reads('', '-h,--no-header -j,--json -s,--start-conf --help'),
    etcdctl: suite('--endpoints=u', { version: reads('', ''), '*': acts('reads or changes a store') }),
    alembic: acts('changes databases', 't*', '--version -h,--help -c,--config=r -n,--name= -x= --raiseerr -q,--quiet'),
    'flyway typeorm dbmate goose migrate': acts('changes databases', 't*', '--version -v'),
    // They run their configuration, or load code from the folder, before they look at a flag.
    'prisma liquibase sequelize knex': acts('changes databases', 't*', ''),
  }
}
