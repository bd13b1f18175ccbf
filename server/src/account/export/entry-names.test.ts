import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readZip } from '@snug/testkit/read-zip.ts';
import { makeZip } from 'client-zip';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { getFilePath } from './entry-names.ts';

const getName = (name: string) => getFilePath('1', name).slice('files/1/'.length);

test.each([
  ['..', '._'],
  ['../../x', '.._.._x'],
  ['a\\b:c\u0000.txt ', 'a_b_c_.txt_'],
  ['report.', 'report_'],
  ['half of a pair \ud83d.txt', 'half of a pair _.txt'],
  ['', 'file'],
])(
  'Y22 the name %j cannot lead out of its folder, and has no character that a system forbids',
  (name, safe) => {
    expect(getName(name)).toBe(safe);
  },
);

test.each([
  ['CON', 'CON_'],
  ['nul.txt', 'nul_.txt'],
  ['Com3.tar.gz', 'Com3_.tar.gz'],
  ['lpt¹', 'lpt¹_'],
  ['COM0 .log', 'COM0_.log'],
  ['aux.', 'aux__'],
  ['CONIN$', 'CONIN$_'],
  ['console.log', 'console.log'],
  ['com10.txt', 'com10.txt'],
  ['my con.txt', 'my con.txt'],
])('Y22 Windows can create a file for the name %j', (name, safe) => {
  expect(getName(name)).toBe(safe);
});

const FAMILY = '👨‍👩‍👧‍👦';
test.each([
  [`${'字'.repeat(251)}.txt`, `${'字'.repeat(65)}.txt`],
  [`${'ж'.repeat(250)}.tar.gz`, `${'ж'.repeat(96)}.tar.gz`],
  [`${'a'.repeat(250)}.docx`, `${'a'.repeat(135)}.docx`],
  [`${FAMILY.repeat(22)}.png`, `${FAMILY.repeat(7)}.png`],
  ['e\u0301'.repeat(120), 'e\u0301'.repeat(66)],
  [`a${'\u0301'.repeat(250)}.md`, `a${'\u0301'.repeat(98)}.md`],
  [`a.${'b'.repeat(250)}`, `a.${'b'.repeat(138)}`],
])('Y22 the long name %j keeps its extension and whole characters', (name, cut) => {
  expect(getName(name)).toBe(cut);
  expect(getName(cut), 'a name that fits stays').toBe(cut);
});

const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 255 }),
  fc.string({ unit: 'grapheme', maxLength: 255 }),
  fc
    .tuple(fc.constantFrom('con', 'Prn', 'nul', 'COM²'), fc.string({ unit: fc.constantFrom(' ', '.', 'x') }))
    .map(parts => parts.join('')),
);

test('Y22 every file has its own name in the archive, which each system can create', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyName, { minLength: 1, maxLength: 8 }), async names => {
      const paths = names.map((name, index) => getFilePath(`${index}`, name));
      const zip = await buffer(makeZip(paths.map(name => ({ name, input: name }))) as never);
      expect([...readZip(zip).keys()], 'they are stored as UTF-8').toEqual(paths);
      for (const path of paths) {
        expect(path).toMatch(/^files\/\d\/[^\p{Cc}\p{Cs}<>:"/\\|?*]+(?<![. ])$/u);
        expect(path).not.toMatch(/\/(con|prn|aux|nul|(com|lpt)[\d¹²³]) *(\.|$)/i);
        expect(Buffer.byteLength(path)).toBeLessThanOrEqual(210);
        expect(path.length).toBeLessThanOrEqual(150);
      }
      const folded = new Set(paths.map(path => path.normalize('NFC').toLowerCase()));
      expect(folded.size).toBe(paths.length);
    }),
  );
});

const hasUnzip = (() => {
  try {
    return execFileSync('unzip', ['-v']).length > 0;
  } catch {
    return false;
  }
})();

test.runIf(hasUnzip)('Y22 unzip creates files with long names of any script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snug-unzip-'));
  try {
    const paths = [`${'字'.repeat(251)}.txt`, `${'நி'.repeat(120)}.pdf`, FAMILY.repeat(22)].map(
      (name, index) => getFilePath(`${index}`, name),
    );
    const zip = await buffer(makeZip(paths.map(name => ({ name, input: name }))) as never);
    writeFileSync(join(folder, 'data.zip'), zip);
    execFileSync('unzip', ['-q', 'data.zip'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    expect(readdirSync(join(folder, 'files'), { recursive: true })).toHaveLength(6);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
