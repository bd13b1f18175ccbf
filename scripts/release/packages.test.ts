import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPackage } from './list-packages.mjs';
import { createSbom, findClosure, formatNotices, readPackage } from './packages.ts';

const TEXT =
  'Permission is hereby granted.\n\nTHE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.';

interface Content {
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  files?: Record<string, string>;
}

/** A folder `node_modules` with these packages. */
function createModules(packages: Record<string, Content>): string {
  const folder = mkdtempSync(join(tmpdir(), 'snug-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, { files = {}, ...rest }] of Object.entries(packages)) {
    mkdirSync(join(folder, name), { recursive: true });
    const manifest = JSON.stringify({ name, version: '1.2.3', license: 'MIT', ...rest });
    for (const [file, text] of Object.entries({ 'package.json': manifest, ...files }))
      writeFileSync(join(folder, name, file), text);
  }
  return folder;
}

test.each([
  ['/a/snug/node_modules/pg/lib/index.js', 'node_modules/pg'],
  ['/a/snug/node_modules/@noble/hashes/sha2.js?commonjs', 'node_modules/@noble/hashes'],
  ['\0/a/snug/node_modules/x/node_modules/@y/z/i.js', 'node_modules/x/node_modules/@y/z'],
  ['/a/snug/server/node_modules/better-auth/index.mjs', 'server/node_modules/better-auth'],
  ['/a/snug/server/src/main.ts', undefined],
  ['\0rolldown/runtime.js', undefined],
])('%j is of the package %s', (id, folder) => {
  expect(findPackage(id, '/a/snug')).toBe(folder);
});

test.each([
  ['LICENSE', { LICENSE: TEXT }],
  ['licence.md with Windows line ends', { 'licence.md': TEXT.replaceAll('\n', '\r\n') }],
  ['a section of the readme', { 'README.md': `# x\n\nText.\n\n## License\n\n${TEXT}` }],
])('the text of a licence is found in %s', (_name, files: Record<string, string>) => {
  const modules = createModules({ some: { files } });
  const { texts } = readPackage(join(modules, 'some'));
  expect(texts).toEqual([expect.stringContaining(TEXT)]);
});

test('all texts of a package count', () => {
  const modules = createModules({ some: { files: { LICENSE: 'first', NOTICE: 'second' } } });
  expect(readPackage(join(modules, 'some')).texts).toEqual(['first', 'second']);
});

test.each([
  ['nothing', {}],
  ['only a link in the readme', { 'README.md': '## License\n\n[MIT](https://example.org)' }],
  ['an empty file', { LICENSE: '\n' }],
])('a package with %s has no licence, which ends the build', (_name, files: Record<string, string>) => {
  const modules = createModules({ some: { files } });
  expect(() => readPackage(join(modules, 'some'))).toThrow(/^some has no text of its licence \(MIT\)/);
});

test('packages bring those that they need, and optional ones that are installed', () => {
  const modules = createModules({
    image: {
      dependencies: { '@x/colour': '1.0.0' },
      optionalDependencies: { 'image-linux': '1', 'image-mac': '1' },
    },
    '@x/colour': { dependencies: { image: '1' } },
    'image-linux': {},
    other: {},
  });
  expect(findClosure(modules, ['image'])).toEqual(['@x/colour', 'image', 'image-linux']);
});

const PACKAGES = [
  { name: '@x/one', version: '1.0.0', license: 'MIT', texts: [TEXT] },
  { name: 'two', version: '2.0.0', license: 'MIT OR Apache-2.0', texts: ['first', 'second'] },
];

test('the notices name each package with all of its texts', () => {
  const notices = formatNotices(PACKAGES);
  expect(notices).toContain(`@x/one 1.0.0 (MIT)\n\n${TEXT}\n\n---`);
  expect(notices).toContain('two 2.0.0 (MIT OR Apache-2.0)\n\nfirst\n\nsecond\n');
});

test('the SBOM has a purl and a licence for each package', () => {
  expect(JSON.parse(createSbom('0.9.0', PACKAGES))).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'snug', version: '0.9.0' } },
    components: [
      { purl: 'pkg:npm/%40x/one@1.0.0', licenses: [{ license: { id: 'MIT' } }] },
      { purl: 'pkg:npm/two@2.0.0', licenses: [{ expression: 'MIT OR Apache-2.0' }] },
    ],
  });
});
