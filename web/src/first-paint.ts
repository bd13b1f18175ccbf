import { readRememberedAccount } from './account/sign-in/remembered-account.ts';
import { applyListWidth, chosenListWidth } from './chat/rooms/list/list-width.ts';
import { applyAccentStyles } from './ui/browser/accent.ts';
import { applyTheme, chosenTheme } from './ui/browser/theme.ts';

// Runs before the first paint, while the other scripts load.
applyTheme();
// From the server, for a workspace with an accent colour of its own.
applyAccentStyles(document.documentElement.dataset['accentStyles']);
chosenTheme.subscribe(applyTheme);
applyListWidth(chosenListWidth.get());
// The placeholder until the app renders (styles/shell.css): the shell for a remembered person, the logo for others.
if (readRememberedAccount()) showShell(location.pathname.startsWith('/chat/') ? 'room' : 'list');
else {
  showShell('mark');
  preloadSignIn();
}

function showShell(shell: 'room' | 'list' | 'mark'): void {
  document.documentElement.dataset['shell'] = shell;
}

/** The browser fetches the sign-in page in parallel with the app, which would request it only later. */
function preloadSignIn(): void {
  const script = document.querySelector<HTMLElement>('script[data-sign-in]');
  const files = script?.dataset['signIn'];
  if (!files) return;
  for (const file of files.split(' ')) {
    if (file.endsWith('.js')) preload({ rel: 'modulepreload', href: file });
    if (file.endsWith('.css')) preload({ rel: 'preload', as: 'style', href: file });
  }
  // The same request as in providers/sign-in-options.ts.
  preload({ rel: 'preload', as: 'fetch', href: '/api/providers' });
}

function preload(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '' }, link));
}
