import { globSync } from 'node:fs';
import { listFirstFiles, measureGzip, WEB_DIST } from '@snug/testkit/first-load.ts';
import { expect, test } from './fixtures.ts';

const FIRST_LOAD_BYTES = 150_000;
const LATER_CHUNK_BYTES = 60_000;
/** LAME, which loads with the first recording. */
const WASM_BYTES = 67_000;

const isCode = (path: string) => /\.(?:js|css|wasm)$/.test(path);

test('scripts and styles up to the first room are less than 150 kB', { tag: '@journey' }, () => {
  const sizes = listFirstFiles().filter(isCode).map(measureGzip);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(FIRST_LOAD_BYTES);
});

test('chunks that load later are at most 60 kB, and the WebAssembly of the MP3 encoder 67 kB', () => {
  const first = new Set(listFirstFiles());
  const later = globSync('assets/*', { cwd: WEB_DIST }).filter(path => isCode(path) && !first.has(path));
  expect(later.length).toBeGreaterThan(10);
  const tooLarge = later.filter(
    path => measureGzip(path) > (path.endsWith('.wasm') ? WASM_BYTES : LATER_CHUNK_BYTES),
  );
  expect(tooLarge).toEqual([]);
});

test('Latin letters with marks come from the same font, which loads with the first of them', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  const fonts: string[] = [];
  page.on('request', request => fonts.push(...(request.url().match(/figtree-[a-z-]+(?=-wght)/) ?? [])));
  await ann.createRoom('Letters', 'Of many languages');
  await page.reload();
  await ann.sendMessage('Grüße, café, “señor” – 5 €');
  await page.evaluate(() => document.fonts.ready);
  expect(new Set(fonts)).toEqual(new Set(['figtree-latin']));

  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  for (const text of [
    'Zażółć gęślą jaźń',
    'Příliš žluťoučký kůň',
    'İstanbul’da ağaç',
    'Őrült Ștefan, Jēkabs, ĉu',
  ]) {
    await ann.sendMessage(text);
    await page.evaluate(() => document.fonts.ready);
    await expect(async () => {
      const { root } = await cdp.send('DOM.getDocument', { depth: -1 });
      const { nodeIds } = await cdp.send('DOM.querySelectorAll', {
        nodeId: root.nodeId,
        selector: '[role="log"] article:last-of-type [data-words]',
      });
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId: nodeIds.at(-1) ?? 0 });
      expect(
        fonts.filter(({ familyName }) => !familyName.startsWith('Figtree')),
        text,
      ).toEqual([]);
    }).toPass();
  }
  expect(fonts).toContain('figtree-latin-ext');
});
