import { StoredValue } from './stored-value.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** `system` if none is chosen. */
export const chosenTheme = new StoredValue<Theme>('snug:theme', {
  parse: stored => THEMES.find(theme => theme === stored) ?? 'system',
  serialize: theme => theme,
});

export function applyTheme(): void {
  const theme = chosenTheme.get();
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
