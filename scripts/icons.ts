import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { print, ROOT } from './run.mjs';

// The icons are checked in; run this after a change of the logo.

const MARK = join(ROOT, 'web', 'favicon.svg');
const FOLDER = join(ROOT, 'web', 'public', 'icons');
const PAPER = '#fcf9f4';

/** `part`: the logo's share of the width. Platforms crop a maskable icon to a circle of 80 %. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 1, background: 'transparent' },
  { name: 'icon-512', size: 512, part: 1, background: 'transparent' },
  { name: 'maskable-512', size: 512, part: 0.64, background: PAPER },
  { name: 'apple-touch-icon', size: 180, part: 0.64, background: PAPER },
];

mkdirSync(FOLDER, { recursive: true });
for (const { name, size, part, background } of ICONS) {
  const side = Math.round(size * part);
  // The logo is 32 px wide at 72 dpi.
  const mark = await sharp(MARK, { density: (72 * side) / 32 })
    .resize(side)
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, `${name}.png`));
  print(`web/public/icons/${name}.png`);
}

/** Of notifications on Android, which shows only what is not transparent. */
const BADGE_SIZE = 96;

const colored = readFileSync(MARK, 'utf8').replace(/<svg[^>]*>|<\/svg>/g, '');
const mask = colored.replaceAll('#c4532b', '#fff').replaceAll('#fff3e2', '#000');
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><mask id="m">${mask}</mask><rect width="32" height="32" fill="#fff" mask="url(#m)"/></svg>`;
await sharp(Buffer.from(badge), { density: (72 * BADGE_SIZE) / 32 })
  .resize(BADGE_SIZE)
  .png({ compressionLevel: 9, palette: true })
  .toFile(join(FOLDER, 'badge-96.png'));
print('web/public/icons/badge-96.png');
