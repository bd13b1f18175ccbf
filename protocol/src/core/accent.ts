import * as v from 'valibot';

/** A colour as in HTML: `#` and six hexadecimal digits. */
export const AccentColour = v.pipe(
  v.string('must be a text'),
  v.toLowerCase(),
  v.regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #b4532a'),
);

/** OKLCH: the lightness from 0 to 1, the chroma, and the hue in degrees. */
export type Colour = readonly [lightness: number, chroma: number, hue: number];

export interface AccentTheme {
  /** What a text in the accent's colour can stand on, as in web/src/ui/styles/tokens.css. */
  paper: readonly Colour[];
  /** The texts on the soft accent. */
  ink: readonly Colour[];
  /** The lightness and the share of the chroma that each part has, unless its contrast needs another lightness. */
  accent: readonly [lightness: number, share: number];
  strong: readonly [lightness: number, share: number];
  text: readonly [lightness: number, share: number];
  soft: readonly [lightness: number, share: number];
  on: readonly [lightness: number, maxChroma: number];
  /** More contrast with the paper is this way. */
  step: 1 | -1;
}

export const LIGHT: AccentTheme = {
  paper: [
    [0.985, 0.006, 85],
    [0.997, 0.003, 85],
    [0.957, 0.01, 82],
  ],
  ink: [
    [0.25, 0.02, 260],
    [0.47, 0.02, 265],
  ],
  accent: [0.58, 1],
  strong: [0.53, 0.97],
  text: [0.5, 0.94],
  soft: [0.945, 0.18],
  on: [1, 0],
  step: -1,
};

export const DARK: AccentTheme = {
  paper: [
    [0.19, 0.012, 270],
    [0.235, 0.014, 270],
    [0.165, 0.012, 270],
  ],
  ink: [
    [0.93, 0.012, 85],
    [0.74, 0.015, 80],
  ],
  accent: [0.72, 0.88],
  strong: [0.77, 0.82],
  text: [0.78, 0.76],
  soft: [0.29, 0.3],
  on: [0.2, 0.03],
  step: 1,
};

/** WCAG 2.2: of texts, and of parts of controls. */
export const TEXT_CONTRAST = 4.5;
export const PART_CONTRAST = 3;

const MAX_CHROMA = 0.2;
const MAX_SOFT_CHROMA = 0.05;
const STEP = 0.005;

/** The colours of one theme that come from an accent colour. */
export type AccentColours = Readonly<Record<'accent' | 'strong' | 'text' | 'on' | 'soft', Colour>>;

/**
 * Takes hue and chroma from the accent colour, and the lightness from the theme. Changes a lightness until texts and controls can be
 * read. `accent` is a valid `AccentColour`.
 */
export function createAccentColours(accent: string, theme: AccentTheme): AccentColours {
  const [, chroma, hue] = toColour(accent);
  const { paper, ink, step } = theme;
  const own = Math.min(chroma, MAX_CHROMA);
  const on = fitGamut([theme.on[0], Math.min(own, theme.on[1]), hue]);
  const isUnderInk = (colour: Colour) => hasContrast(colour, ink, TEXT_CONTRAST);
  const softest = Math.min(own * theme.soft[1], MAX_SOFT_CHROMA);
  // Away from the texts on it.
  const soft = adapt([theme.soft[0], softest, hue], theme.step === 1 ? -1 : 1, isUnderInk);
  const behind = [...paper, soft];
  const isFilling = (colour: Colour) =>
    hasContrast(colour, [on], TEXT_CONTRAST) && hasContrast(colour, behind, PART_CONTRAST);
  const filling = adapt([theme.accent[0], own * theme.accent[1], hue], step, isFilling);
  const stronger = theme.strong[0] + filling[0] - theme.accent[0];
  return {
    accent: filling,
    strong: adapt([stronger, own * theme.strong[1], hue], step, isFilling),
    text: adapt([theme.text[0], own * theme.text[1], hue], step, colour =>
      hasContrast(colour, behind, TEXT_CONTRAST),
    ),
    on,
    soft,
  };
}

/** The same hue, with the first lightness in this direction that can be read. */
function adapt(
  [lightness, chroma, hue]: Colour,
  step: 1 | -1,
  isReadable: (colour: Colour) => boolean,
): Colour {
  let colour = fitGamut([lightness, chroma, hue]);
  for (let at = lightness; !isReadable(colour) && at > 0 && at < 1; at += step * STEP)
    colour = fitGamut([at, chroma, hue]);
  return colour;
}

function hasContrast(colour: Colour, others: readonly Colour[], least: number): boolean {
  return others.every(other => getContrast(colour, other) >= least);
}

/** A style sheet for both themes, after that of the page. Paper has the light one. */
export function createAccentStyles(accent: string): string {
  const [light, dark] = [LIGHT, DARK].map(theme => toDeclarations(createAccentColours(accent, theme)));
  return (
    `:root{${light}}` +
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}` +
    `@media screen{:root[data-theme=dark]{${dark}}}`
  );
}

function toDeclarations({ accent, strong, text, on, soft }: AccentColours): string {
  const colours = { '': accent, '-strong': strong, '-ink': text, '-soft': soft };
  const declarations = Object.entries(colours).map(([name, colour]) => `--accent${name}:${toCss(colour)}`);
  return [...declarations, `--on-accent:${toCss(on)}`].join(';');
}

function toCss([lightness, chroma, hue]: Colour): string {
  return `oklch(${round(lightness, 4)} ${round(chroma, 4)} ${round(hue, 1)})`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function getContrast(one: Colour, other: Colour): number {
  const [a, b] = [getLuminance(one), getLuminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function getLuminance(colour: Colour): number {
  const [red, green, blue] = toLinear(colour).map(part => Math.min(1, Math.max(0, part)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The same colour with less chroma, if screens cannot show it. */
function fitGamut([lightness, chroma, hue]: Colour): Colour {
  let [least, most] = [0, chroma];
  if (isShown([lightness, chroma, hue])) return [lightness, chroma, hue];
  for (let round = 0; round < 16; round++) {
    const middle = (least + most) / 2;
    if (isShown([lightness, middle, hue])) least = middle;
    else most = middle;
  }
  return [lightness, least, hue];
}

function isShown(colour: Colour): boolean {
  return toLinear(colour).every(part => part >= -1e-4 && part <= 1 + 1e-4);
}

// https://bottosson.github.io/posts/oklab/

function toLinear([lightness, chroma, hue]: Colour): [red: number, green: number, blue: number] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Of `#rrggbb`. */
export function toColour(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return [lightness, Math.hypot(a, b), hue < 0 ? hue + 360 : hue];
}
