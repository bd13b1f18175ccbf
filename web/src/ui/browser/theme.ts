import { readItem, writeItem } from './local-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'snug:theme';

/** `system` if no theme is chosen or the browser stores nothing. */
export function readTheme(): Theme {
  const chosen = readItem(KEY);
  return THEMES.find(theme => theme === chosen) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  setThemeColor('light', theme);
  setThemeColor('dark', theme);
}

/** `theme-color` colours the frame of the browser. */
function setThemeColor(scheme: 'light' | 'dark', theme: Theme): void {
  const meta = document.getElementById(`theme-color-${scheme}`);
  const chosen = theme === scheme ? 'all' : 'not all';
  meta?.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen);
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  // If the browser stores nothing, the choice lasts as long as the page.
  writeItem(KEY, theme);
}
