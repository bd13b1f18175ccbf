import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { SearchFile } from './search-file.ts';

test.each([
  ['random bytes', Buffer.alloc(40_960, 'no database ')],
  ['no bytes', Buffer.alloc(0)],
])('a file of %s is begun anew', (_kind, bytes) => {
  const data = temporaryFolder();
  const damaged = SearchFile.openForWrites(data, 'epoch');
  damaged.close();
  writeFileSync(damaged.path, bytes);
  const file = SearchFile.openForWrites(data, 'epoch');
  onTestFinished(() => file.close());
  file.run('insert into "people" values (1, ?)', 'ann');
  expect(file.all('select "id" from "people"')).toEqual([{ id: 'ann' }]);
});
