import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ALLOCATOR_SETTINGS } from '../allocator.mjs';
import { ROOT } from '../run.mjs';

/** An archive with a Node that prints what it gets. */
function createArchive() {
  const folder = mkdtempSync(join(tmpdir(), 'snug-bin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bin = join(folder, '0.9.0', 'bin');
  mkdirSync(bin, { recursive: true });
  cpSync(join(import.meta.dirname, 'bin-snug.sh'), join(bin, 'snug'));
  writeFileSync(join(bin, 'node'), '#!/bin/sh\nprintf "%s\\n" "$0" "$@"; env\n');
  for (const program of ['snug', 'node']) chmodSync(join(bin, program), 0o755);
  symlinkSync('0.9.0', join(folder, 'current'));
  symlinkSync(join(folder, 'current', 'bin', 'snug'), join(folder, 'snug'));
  const run = (settings: string | undefined, ...args: string[]) => {
    const env = { PATH: process.env.PATH, ...(settings && { SNUG_SETTINGS: settings }) };
    const { status, stdout, stderr } = spawnSync(join(folder, 'snug'), args, { env, encoding: 'utf8' });
    return { status, lines: stdout.split('\n'), stderr };
  };
  return { folder, bin, run };
}

test('the command runs its own Node with the settings, also through links', () => {
  const { folder, bin, run } = createArchive();
  const settings = join(folder, 'snug.env');
  writeFileSync(settings, 'PORT=80');
  const { lines } = run(settings, 'backup', '/a folder', '--keep', '3');
  expect(lines[0]).toBe(join(bin, 'node'));
  expect(lines).toContain(`--env-file=${settings}`);
  expect(lines.slice(lines.indexOf(`${bin}/../snug`), -1)).toEqual(
    expect.arrayContaining(['backup', '/a folder', '--keep', '3']),
  );
  for (const [name, value] of Object.entries(ALLOCATOR_SETTINGS)) expect(lines).toContain(`${name}=${value}`);
});

test('it starts Node with the options of `npm start`', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  const options = manifest.scripts.start.match(/--\S+/g) ?? [];
  expect(options.length).toBeGreaterThan(0);
  const { lines } = createArchive().run(undefined, 'start');
  expect(lines).toEqual(expect.arrayContaining(options));
});

test('settings that cannot be read end it, because the defaults lead to other data', () => {
  const { folder, run } = createArchive();
  const missing = join(folder, 'none.env');
  expect(run(missing, 'backup', 'x')).toMatchObject({
    status: 1,
    stderr: `The settings in ${missing} cannot be read. Run this command as root.\n`,
  });
});

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)(
  'the services are confined: an exposure of at most 1.5',
  () => {
    for (const unit of ['snug.service', 'snug-backup.service']) {
      const path = join(ROOT, 'deploy/etc/systemd/system', unit);
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', path], {
        encoding: 'utf8',
      });
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(exposure), 'exposure').toBeLessThanOrEqual(1.5);
    }
  },
);
