import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Leaves each text of a built folder beside itself in the forms that browsers take, `.br` and `.gz`, where that is smaller:
 * once for all, and as small as it gets, so that nothing is compressed while somebody waits.
 *
 * @param {string} folder
 */
export function compressTexts(folder) {
  for (const file of globSync('**/*.{html,js,css,svg,json,webmanifest}', { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path);
    const forms = { br: brotliCompressSync(text), gz: gzipSync(text, { level: 9 }) };
    for (const [extension, bytes] of Object.entries(forms))
      if (bytes.length < text.length) writeFileSync(`${path}.${extension}`, bytes);
  }
}
