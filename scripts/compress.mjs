import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Writes each text of a built folder also as `.br` and `.gz`, if that is smaller: once, with the best compression, so that
 * no request waits for it.
 * @param {string} folder
 */
export function compressTexts(folder) {
  for (const file of globSync('**/*.{html,js,css,svg,json,webmanifest,wasm}', { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path);
    const forms = { br: brotliCompressSync(text), gz: gzipSync(text, { level: 9 }) };
    for (const [extension, bytes] of Object.entries(forms))
      if (bytes.length < text.length) writeFileSync(`${path}.${extension}`, bytes);
  }
}
