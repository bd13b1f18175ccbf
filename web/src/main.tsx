import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadWindows } from './app/preload-dialogs.ts';
import { keepPage } from './offline/register-service-worker.ts';
import { confirmRestoredPage } from './sign-in/restored-page.ts';
import { beginSession } from './sign-in/session.ts';
import { loadLanguage } from './strings/language.ts';
import { takeWords } from './strings/strings.ts';
import { followKeyboard } from './ui/keyboard/on-screen-keyboard.ts';

followKeyboard();
beginSession();
confirmRestoredPage();
keepPage();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
void begin(root);

/** Nothing is drawn before the words are there. */
async function begin(root: HTMLElement): Promise<void> {
  await loadLanguage(navigator.languages);
  takeWords();
  // What loads later reads its words then.
  preloadWindows();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
