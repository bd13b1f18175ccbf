import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressTexts } from './compress.mjs';

test('texts get compressed copies, unless these would not be smaller', () => {
  const folder = mkdtempSync(join(tmpdir(), 'snug-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  const text = 'const words = 1;\n'.repeat(100);
  writeFileSync(join(folder, 'assets', 'app.js'), text);
  writeFileSync(join(folder, 'tiny.css'), 'a');
  writeFileSync(join(folder, 'font.woff2'), text);
  compressTexts(folder);
  expect(readdirSync(folder).toSorted()).toEqual(['assets', 'font.woff2', 'tiny.css']);
  expect(brotliDecompressSync(readFileSync(join(folder, 'assets', 'app.js.br'))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, 'assets', 'app.js.gz'))).toString()).toBe(text);
});
