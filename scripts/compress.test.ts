import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressTexts } from './compress.mjs';

test('texts get compressed copies, unless these would not be smaller', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snug-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  const text = 'const words = 1;\n'.repeat(100);
  writeFileSync(join(folder, 'assets', 'app.js'), text);
  writeFileSync(join(folder, 'tiny.css'), 'a');
  writeFileSync(join(folder, 'font.woff2'), text);
  await compressTexts(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['assets', 'font.woff2', 'tiny.css']);
  expect(brotliDecompressSync(readFileSync(join(folder, 'assets', 'app.js.br'))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, 'assets', 'app.js.gz'))).toString()).toBe(text);
});

test('while texts are compressed, the process handles signals', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snug-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['one.js', 'two.js'])
    writeFileSync(join(folder, name), 'const words = 1;\n'.repeat(1_000));
  const handled = Promise.withResolvers<void>();
  process.once('SIGUSR2', () => handled.resolve());
  const compressed = compressTexts(folder).then(() => 'compressed');
  process.kill(process.pid, 'SIGUSR2');
  expect(await Promise.race([compressed, handled.promise.then(() => 'handled')])).toBe('handled');
  await compressed;
});
