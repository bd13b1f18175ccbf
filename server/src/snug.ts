import { becomeDataOwner } from './base/data-owner.ts';
import { RELEASE } from './base/release.ts';

// The entry of a release: all commands of an operator, without npm.

const USAGE = `Use one of:
  snug start
  snug health
  snug doctor [--json] [--outbound] [--mail-to EMAIL]
  snug backup [--without-files] FILE
  snug backup [--without-files] FOLDER [--keep N]
  snug restore FILE
  snug rollback [--import] [--yes]
  snug files copy --to s3|folder [--delete-source]
  snug import ARCHIVE [--apply] [--owner EMAIL] [--people FILE] ...
  snug export TARGET [--room ID] [--as slack] ...
  snug compare A B [--all] ...
  snug admin grant | revoke | recover EMAIL
  snug admin join ROOM --reason "..." [--as EMAIL]
  snug admin hold ROOM --reason "..."
  snug admin release ROOM
  snug admin holds
  snug raise-oldest-release
  snug version`;

/** Each module runs its command when it loads. */
const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  start: async () => {
    // First, so that a signal ends a start, too.
    await import('./app/stop-signals.ts');
    await import('./main.ts');
  },
  health: () => import('./http/health-main.ts'),
  doctor: () => import('./app/doctor/doctor-main.ts'),
  backup: () => import('./backup/backup-main.ts'),
  restore: () => import('./backup/restore-main.ts'),
  rollback: () => import('./backup/rollback-main.ts'),
  files: () => import('./app/files-cli/files-main.ts'),
  import: () => import('./moving/import/import-main.ts'),
  export: () => import('./moving/export/export-main.ts'),
  compare: () => import('./moving/compare/compare-main.ts'),
  admin: () => import('./app/admin-cli/admin-main.ts'),
  'raise-oldest-release': () => import('./cluster/nodes/raise-main.ts'),
  version: async () => process.stdout.write(`${RELEASE}\n`),
};

// The modules find their own arguments where npm would put them.
const [name = ''] = process.argv.splice(2, 1);
const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (run) {
  becomeDataOwner(process.env.SNUG_DATA);
  await run();
} else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 1;
}
