import { expect, test } from 'vitest';
import { extensionOf } from './file-extension.ts';

test('an extension is a short word behind the last dot', () => {
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
  expect(names.map(extensionOf)).toEqual(['XLSX', 'GZ', '', '', '', '', 'MP3', '']);
});
