import { applyListWidth, storedListWidth } from './rooms/list-width.ts';
import { rememberedAccount } from './sign-in/remembered-account.ts';
import { applyTheme, storedTheme } from './ui/browser/theme.ts';

// Runs before anything is painted, while the rest is still on its way.
applyTheme(storedTheme());
applyListWidth(storedListWidth());
// Until there is more: styles/shell.css. Who was signed in here before sees the frame of the page, everyone else the mark.
if (rememberedAccount()) showShell(location.pathname.startsWith('/chat/') ? 'room' : 'list');
else {
  showShell('mark');
  fetchSignIn();
}

function showShell(shell: 'room' | 'list' | 'mark'): void {
  document.documentElement.dataset['shell'] = shell;
}

/** Has the browser fetch the sign-in page while the app is still on its way, which would ask for it only then. */
function fetchSignIn(): void {
  const script = document.querySelector<HTMLElement>('script[data-sign-in]');
  const files = script?.dataset['signIn'];
  if (!files) return;
  for (const file of files.split(' ')) {
    if (file.endsWith('.js')) fetchEarly({ rel: 'modulepreload', href: file });
    if (file.endsWith('.css')) fetchEarly({ rel: 'preload', as: 'style', href: file });
  }
  // By the same request as providers/sign-in-options.ts.
  fetchEarly({ rel: 'preload', as: 'fetch', href: '/api/providers' });
}

function fetchEarly(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '' }, link));
}
