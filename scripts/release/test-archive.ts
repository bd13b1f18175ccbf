import { equal } from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillPreviousFolder } from '@snug/e2e/releases/previous-folder.ts';
import buildReleases from '@snug/e2e/releases/previous-release.ts';
import { freePort } from '@snug/testkit/server-process.ts';
import { until } from '@snug/testkit/until.ts';
import { print, ROOT, run } from '../run.mjs';
import { findMissing } from './missing-programs.ts';
import { copyNextSources, getNextVersion, getVersion } from './sources.ts';
import { SystemdMachine } from './systemd-machine.ts';
import { type Installation, runUpdateJourney, step } from './update-journey.ts';

// `npm run test:archive`: installs the archive on a fresh Debian that systemd boots, by the lines of docs/self-hosting.md. Then a large folder
// of the previous release moves into it, and is updated to an archive with a migration and back. It needs root and Debian's packages, and
// says so if they are missing.

const BACKUPS = '/var/backups/snug';

const reason = await findMissing(['debootstrap', 'systemd-nspawn', 'nsenter']);
if (reason !== undefined) {
  print(
    `NOT CHECKED: the archive, because ${reason}. On Debian, as root: apt-get install debootstrap systemd-container`,
  );
  process.exit(0);
}

const guide = readSection('As an archive');
const folder = mkdtempSync(join(tmpdir(), 'snug-archive-'));
let machine: SystemdMachine | undefined;
const removePrevious = await buildReleases();
try {
  await step('archives of this build and of the next one', createArchives);
  const previous = await step('a folder of the previous release', () => fillPreviousFolder(folder));
  machine = await step('a fresh Debian', () => SystemdMachine.create(join(folder, 'root')));
  cpSync(join(folder, 'archives'), join(machine.root, 'root'), { recursive: true });
  await machine.boot();
  const snug = await install(machine);
  await runUpdateJourney(snug, previous);
  await snug.start();
  await checkTimer(machine);
  await checkReboot(machine, snug.url);
  await machine.powerOff();
} finally {
  machine?.kill();
  await removePrevious();
  rmSync(folder, { recursive: true, force: true });
}

async function createArchives(): Promise<void> {
  const next = join(folder, 'next');
  await copyNextSources(next);
  for (const root of [next, ROOT]) {
    const { code, output } = await run(
      'node',
      ['scripts/with-node.mjs', 'scripts/release/archive.ts', join(folder, 'archives')],
      {
        cwd: root,
        // The copy has no commit.
        env: { SOURCE_DATE_EPOCH: String(Math.floor(Date.now() / 1_000)) },
        quiet: true,
      },
    );
    if (code !== 0) throw new Error(output);
  }
  rmSync(next, { recursive: true });
}

/** By the four lines of the guide. */
async function install(machine: SystemdMachine): Promise<Installation & { start: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const lines = /```sh\n([^`]+)```/.exec(guide)?.[1]?.trim().split('\n') ?? [];
  equal(lines.length, 4);
  for (const line of lines)
    await step(line, () =>
      machine.run(name(line, getVersion()).replace('editor', `printf 'PORT=${port}\\n' >>`)),
    );
  await untilReady(url);
  // The line comes after the server listens.
  const hasLink = async () => (await machine.run('journalctl -u snug')).includes('/setup/');
  await until('the link for the first workspace admin', hasLink);
  await step('doctor', () => machine.run('snug doctor'));
  const act = async (line: string) => {
    const output = await machine.run(line);
    await untilReady(url);
    return output;
  };
  return {
    url,
    data: join(machine.root, 'var', 'lib', 'snug'),
    async moveIn(backup) {
      cpSync(backup, join(machine.root, 'root', 'snug.tar'));
      await act(readRow(readSection('From one way to another'), 'archive'));
    },
    update: async () => {
      await act(name(readRow(guide, 'update'), getNextVersion()));
    },
    rollBack: () => act(name(readRow(guide, 'way back'), getVersion()).replace('rollback', 'rollback --yes')),
    start: async () => {
      await act('systemctl start snug');
    },
    stop: async () => {
      await machine.run('systemctl stop snug');
    },
  };
}

async function untilReady(url: string): Promise<void> {
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;
  await until('Snug is ready', isReady);
}

/** The timer catches up on a night without power. Its random delay is left out. */
async function checkTimer(machine: SystemdMachine): Promise<void> {
  const list = () => readdirSync(join(machine.root, BACKUPS));
  const before = list().length;
  const dropIn = '/run/systemd/system/snug-backup.timer.d';
  await machine.run(`mkdir -p ${dropIn} && printf '[Timer]\\nRandomizedDelaySec=0\\n' > ${dropIn}/now.conf`);
  await machine.run('systemctl daemon-reload && systemctl stop snug-backup.timer');
  await machine.run("touch -d '2 days ago' /var/lib/systemd/timers/stamp-snug-backup.timer");
  await step('the timer makes a backup', async () => {
    await machine.run('systemctl start snug-backup.timer');
    const isDone = async () =>
      list().length > before &&
      (await machine.run('systemctl is-active snug-backup || true')).startsWith('inactive');
    await until('a backup', isDone);
    equal(await machine.run('systemctl show --property=Result snug-backup'), 'Result=success\n');
  });
}

async function checkReboot(machine: SystemdMachine, url: string): Promise<void> {
  await step('power off, and boot', async () => {
    await machine.powerOff();
    await machine.boot();
    await untilReady(url);
  });
}

function readSection(title: string): string {
  const text = readFileSync(join(ROOT, 'docs', 'self-hosting.md'), 'utf8');
  return text.split(`\n### ${title}\n`)[1]?.split('\n##')[0] ?? '';
}

/** The command in a row of a table. */
function readRow(section: string, row: string): string {
  const command = new RegExp(`^\\| ${row} +\\| [^\`\\n]*\`([^\`]+)\``, 'm').exec(section)?.[1];
  if (command === undefined) throw new Error(`docs/self-hosting.md has no command for "${row}".`);
  return command;
}

/** A line of the guide, for this version and this machine. */
function name(line: string, version: string): string {
  return line.replaceAll(/\d+\.\d+\.\d+/g, version).replaceAll('linux-x64', `linux-${process.arch}`);
}
