export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'snug:theme';

/** The theme chosen on this device; the system's where none is, or where the browser keeps nothing. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find(theme => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  colourFrame('light', theme);
  colourFrame('dark', theme);
}

/** The browser's own frame has the colour of one of the two schemes: the chosen one, or else the system's. */
function colourFrame(scheme: 'light' | 'dark', theme: Theme): void {
  const meta = document.getElementById(`theme-color-${scheme}`);
  const chosen = theme === scheme ? 'all' : 'not all';
  meta?.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : chosen);
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is closed to us: the choice holds until the page goes.
  }
}
