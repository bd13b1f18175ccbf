import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { confirmRestoredPage } from './account/sign-in/restored-page.ts';
import { startSession } from './account/sign-in/session.ts';
import { App } from './app/app.tsx';
import { preloadDialogs } from './app/preload-dialogs.ts';
import { registerServiceWorker } from './state/offline/register-service-worker.ts';
import { loadLanguage } from './strings/language.ts';
import { initStrings } from './strings/strings.ts';
import { trackTimeZone } from './ui/browser/time-zone.ts';
import { trackOnScreenKeyboard } from './ui/keyboard/on-screen-keyboard.ts';

trackOnScreenKeyboard();
trackTimeZone();
startSession();
confirmRestoredPage();
registerServiceWorker();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
void start(root);

/** Loads the language before the first render. */
async function start(root: HTMLElement): Promise<void> {
  await loadLanguage(navigator.languages);
  initStrings();
  // Lazy chunks read their texts when they load, so they must load after the language.
  void preloadDialogs();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
