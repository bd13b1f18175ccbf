import { readItem, writeItem } from './local-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'snug:theme';

/** The theme chosen on this device; the system's where none is, or where the browser keeps nothing. */
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

/** The browser's own frame has the colour of one of the two schemes: the chosen one, or else the system's. */
function setThemeColor(scheme: 'light' | 'dark', theme: Theme): void {
  const meta = document.getElementById(`theme-color-${scheme}`);
  const chosen = theme === scheme ? 'all' : 'not all';
  meta?.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen);
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  // Where nothing is kept, the choice holds until the page goes.
  writeItem(KEY, theme);
}
