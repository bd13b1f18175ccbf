import { createAccentStyles } from '@snug/protocol';
import { applyAccentStyles } from './accent.ts';
import { getLogoPath, workspaceLogo } from './look.ts';

/** After a change while the page is open. */
export function showAccent(accent: string | undefined): void {
  applyAccentStyles(accent === undefined ? undefined : createAccentStyles(accent));
}

export function showLogo(token: string | undefined): void {
  workspaceLogo.set(token);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  // The icon of Snug comes back with the next page.
  if (icon && token !== undefined)
    Object.assign(icon, { type: 'image/png', href: getLogoPath(token, 'icon-64') });
}
