import { createAccentStyles } from '@snug/protocol';
import { escapeHtml } from '../base/escape-html.ts';
import type { Look } from '../workspace/settings/settings.ts';
import { getLogoPath } from './logo-route.ts';

export const SNUG_NAME = 'Snug';

/** Whether the built page and manifest are as they should be. */
export function isDefaultLook({ name, accent, logo }: Look): boolean {
  return name === SNUG_NAME && accent === undefined && logo === undefined;
}

/** The built page with the look of the workspace, which is there at the first paint. The page applies the styles itself: first-paint.ts. */
export function applyLook(page: string, { name, accent, logo }: Look): string {
  const text = escapeHtml(name);
  let shown = page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${text}</title>`)
    .replace(
      /(<meta name="apple-mobile-web-app-title" content=")[^"]*/,
      (_all, start: string) => start + text,
    );
  if (accent !== undefined)
    shown = setRootAttributes(shown, {
      'data-accent': accent,
      'data-accent-styles': createAccentStyles(accent),
    });
  if (logo === undefined) return shown;
  const picture = getLogoPath(logo, 'icon-192');
  return setRootAttributes(shown, { 'data-logo': logo })
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" type="image/png" href="${picture}">`)
    .replace(/(<link rel="apple-touch-icon" href=")[^"]*/, `$1${getLogoPath(logo, 'touch-180')}`)
    .replace(
      /<svg class="shell-mark".*?<\/svg>/s,
      `<img class="shell-mark" src="${picture}" alt="" width="56" height="56">`,
    );
}

function setRootAttributes(page: string, attributes: Readonly<Record<string, string>>): string {
  const added = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return page.replace(/<html\b/, tag => tag + added.join(''));
}

interface Manifest {
  icons: { src: string }[];
  shortcuts: { icons: { src: string }[] }[];
}

/** The built manifest with the name and the logo of the workspace. */
export function applyLookToManifest(built: string, { name, logo }: Look): object {
  const manifest = JSON.parse(built) as Manifest;
  const replace = (icons: readonly { src: string }[]) =>
    icons.map(icon => ({ ...icon, src: logo === undefined ? icon.src : toLogoPicture(icon.src, logo) }));
  return {
    ...manifest,
    name,
    short_name: name,
    icons: replace(manifest.icons),
    shortcuts: manifest.shortcuts.map(shortcut => ({ ...shortcut, icons: replace(shortcut.icons) })),
  };
}

function toLogoPicture(src: string, logo: string): string {
  if (src.includes('maskable')) return getLogoPath(logo, 'maskable-512');
  return getLogoPath(logo, src.includes('512') ? 'icon-512' : 'icon-192');
}
