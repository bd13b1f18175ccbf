import { applyListWidth, readListWidth } from './rooms/list-width.ts';
import { readRememberedAccount } from './sign-in/remembered-account.ts';
import { applyTheme, readTheme } from './ui/browser/theme.ts';

// Runs before anything is painted, while the rest is still on its way.
applyTheme(readTheme());
applyListWidth(readListWidth());
// Until there is more: styles/shell.css. Who was signed in here before sees the frame of the page, everyone else the mark.
if (readRememberedAccount()) showShell(location.pathname.startsWith('/chat/') ? 'room' : 'list');
else {
  showShell('mark');
  preloadSignIn();
}

function showShell(shell: 'room' | 'list' | 'mark'): void {
  document.documentElement.dataset['shell'] = shell;
}

/** Has the browser fetch the sign-in page while the app is still on its way, which would ask for it only then. */
function preloadSignIn(): void {
  const script = document.querySelector<HTMLElement>('script[data-sign-in]');
  const files = script?.dataset['signIn'];
  if (!files) return;
  for (const file of files.split(' ')) {
    if (file.endsWith('.js')) preload({ rel: 'modulepreload', href: file });
    if (file.endsWith('.css')) preload({ rel: 'preload', as: 'style', href: file });
  }
  // By the same request as providers/sign-in-options.ts.
  preload({ rel: 'preload', as: 'fetch', href: '/api/providers' });
}

function preload(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '' }, link));
}
