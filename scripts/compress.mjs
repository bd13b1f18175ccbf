import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/**
 * Writes each text of a built folder also as `.br` and `.gz`, if that is smaller: once, with the best compression, so that
 * no request waits for it. Meanwhile, signals can end the process.
 * @param {string} folder
 */
export async function compressTexts(folder) {
  for (const file of globSync('**/*.{html,js,css,svg,json,webmanifest,wasm}', { cwd: folder })) {
    const path = join(folder, file);
    const text = await readFile(path);
    const [br, gz] = await Promise.all([toBrotli(text), toGzip(text, { level: 9 })]);
    for (const [extension, bytes] of Object.entries({ br, gz }))
      if (bytes.length < text.length) await writeFile(`${path}.${extension}`, bytes);
  }
}
