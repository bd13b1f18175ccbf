import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AccentTheme,
  type Colour,
  createAccentColours,
  createAccentStyles,
  DARK,
  getContrast,
  LIGHT,
  PART_CONTRAST,
  TEXT_CONTRAST,
  toColour,
} from './accent.ts';

const accents = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map(value => `#${value.toString(16).padStart(6, '0')}`);

function getLeastContrast(colour: Colour, others: readonly Colour[]): number {
  return Math.min(...others.map(other => getContrast(colour, other)));
}

/** The least contrast of each pair, as a share of what it needs. */
function getLeastShare(accent: string, theme: AccentTheme): number {
  const { accent: filling, strong, text, on, soft } = createAccentColours(accent, theme);
  const behind = [...theme.paper, soft];
  return Math.min(
    getLeastContrast(on, [filling, strong]) / TEXT_CONTRAST,
    getLeastContrast(filling, behind) / PART_CONTRAST,
    getLeastContrast(strong, behind) / PART_CONTRAST,
    getLeastContrast(text, behind) / TEXT_CONTRAST,
    getLeastContrast(soft, theme.ink) / TEXT_CONTRAST,
  );
}

test('every accent colour can be read in both themes', () => {
  const examples: [string][] = [['#ffff00'], ['#000000'], ['#ffffff'], ['#0000ff'], ['#00ff00']];
  fc.assert(
    fc.property(accents, accent => {
      for (const theme of [LIGHT, DARK]) expect(getLeastShare(accent, theme)).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 500, examples },
  );
});

test('an accent colour keeps its hue, and a grey one stays grey', () => {
  fc.assert(
    fc.property(accents, accent => {
      const [, chroma, hue] = toColour(accent);
      for (const theme of [LIGHT, DARK]) {
        const { accent: filling } = createAccentColours(accent, theme);
        expect(filling[2]).toBe(hue);
        expect(filling[1]).toBeLessThanOrEqual(chroma + 1e-9);
      }
    }),
  );
});

test.each([
  ['#ff0000', [0.628, 0.258, 29.2]],
  ['#00ff00', [0.866, 0.295, 142.5]],
  ['#0000ff', [0.452, 0.313, 264.1]],
  ['#ffffff', [1, 0]],
])('%s has the OKLCH of CSS Color 4', (hex, expected) => {
  expected.forEach((part, index) => expect(toColour(hex)[index]).toBeCloseTo(part, index === 2 ? 1 : 3));
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#0000ff', '#ffffff', 8.59],
])('%s on %s has the contrast of WCAG', (one, other, expected) => {
  expect(getContrast(toColour(one), toColour(other))).toBeCloseTo(expected, 1);
});

test('the styles have all colours for both themes, and no other text', () => {
  const styles = createAccentStyles('#123456');
  for (const name of ['accent', 'accent-strong', 'accent-ink', 'accent-soft', 'on-accent'])
    expect(styles.split(`--${name}:oklch(`)).toHaveLength(4);
  expect(styles).not.toMatch(/[<"&]|NaN/);
});

test('the colours behind are those of the page', () => {
  const tokens = readFileSync(new URL('../../../web/src/ui/styles/tokens.css', import.meta.url), 'utf8');
  const read = (name: string) => {
    const [, value = ''] = tokens.split(`--${name}: light-dark(`);
    const colours = [...(value.split(';')[0] ?? '').matchAll(/oklch\(([^)]*)\)/g)];
    return colours.map(([, parts = '']) => parts.split(' ').map(Number));
  };
  const names = ['paper', 'surface', 'sunken'];
  expect(names.map(name => read(name)[0])).toEqual(LIGHT.paper);
  expect(names.map(name => read(name)[1])).toEqual(DARK.paper);
  expect(['ink', 'ink-soft'].map(name => read(name)[0])).toEqual(LIGHT.ink);
  expect(['ink', 'ink-soft'].map(name => read(name)[1])).toEqual(DARK.ink);
});
