import type { MessageFile } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from '../src/testing/files.ts';

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.add(server, 'Ann');
});
afterAll(() => server.remove());

const NAMES = [
  'x.html',
  '../../../../etc/passwd',
  '..\\..\\x.exe',
  '/etc/passwd',
  'C:\\x.html',
  '..',
  '.htaccess',
  'x\r\nset-cookie: x=1\r\n\r\n<script>alert(1)</script>',
  'x"; filename="y.html',
  "x'; filename*=UTF-8''y.html",
  'x\\";y.html',
  'x\u202elmth.png',
  'x\u200flmth.\u061cpng',
  'x\u2028y.html',
  '%2e%2e%2fx.html',
  'x.html?y=z#w',
  'CON',
  'żółw 🐢.txt',
  'x'.repeat(255),
  'ż'.repeat(255),
  '😀'.repeat(127),
];

/** RFC 6266: a token or a quoted name, then the same name encoded. */
const DISPOSITION =
  /^attachment; filename=("[^"]*"|[\w.!#$%&+^`|~-]+)(; filename\*=UTF-8''[\w.!#$%&+^`|~-]+)?$/;

for (const name of NAMES) {
  test(`F1 F3 a name is never a path, and cannot inject headers: ${JSON.stringify(name.slice(0, 40))}`, async () => {
    const upload = await ann.upload(name, '<script>alert(1)</script>');
    expect(upload.status).toBe(200);
    const file = (await upload.json()) as MessageFile;
    expect(file.name).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    const { status, headers } = await ann.get(file.url);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    // No part of the name is outside the quotes.
    const outside = headers.get('content-disposition')?.replaceAll(/"(\\.|[^"\\])*"/g, '""');
    expect(outside).toMatch(DISPOSITION);
    expect(headers.get('set-cookie')).toBe(null);
    expect(listFiles(server.data).filter(path => path.startsWith('files/'))).toEqual([
      expect.stringMatching(/^files\/[0-9a-f]{32}$/),
    ]);
    await ann.runCommand('discard_file', { fileId: file.id });
  });
}

for (const name of ['x\0.html', 'x'.repeat(300), ' \u202e\n', '']) {
  test(`F1 an invalid name is rejected: ${JSON.stringify(name.slice(0, 40))}`, async () => {
    expect((await ann.upload(name, 'x')).status).toBe(400);
  });
}
