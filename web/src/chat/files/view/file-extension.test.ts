import { expect, test } from 'vitest';
import { getExtension } from './file-extension.ts';

test('an extension is a short word after the last dot', () => {
  const names = [
    'budget.xlsx',
    'backup.tar.gz',
    'README',
    '.env',
    'v1.2 notes',
    'a.very-long',
    'song.mp3',
    'a.',
  ];
  expect(names.map(getExtension)).toEqual(['XLSX', 'GZ', '', '', '', '', 'MP3', '']);
});
