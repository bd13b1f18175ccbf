import { expect, test } from 'vitest';
import { nameCommand } from './command-name.ts';

test.each(['/app/snug', '/usr/local/bin/snug', './snug', 'snug'])('%s has commands of its own', program => {
  expect(nameCommand('backup', 'FILE', program)).toBe('snug backup FILE');
  expect(nameCommand('raise-oldest-release', '', program)).toBe('snug raise-oldest-release');
});

test.each(['/srv/snug/scripts/start.mjs', '/srv/snug/server/src/backup/backup-main.ts', undefined])(
  'a checkout, which runs %s, has those of npm',
  program => {
    expect(nameCommand('admin', 'grant EMAIL', program)).toBe('npm run admin -- grant EMAIL');
    expect(nameCommand('raise-oldest-release', '', program)).toBe('npm run raise-oldest-release');
  },
);
