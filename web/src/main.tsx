import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { keepPage } from './offline/register.ts';
import { loadSession } from './sign-in/session.ts';
import { followKeyboard } from './ui/keyboard.ts';
import { preloadWindows } from './ui/preload.ts';
import { applyTheme, storedTheme } from './ui/theme.ts';

applyTheme(storedTheme());
followKeyboard();
void loadSession();
keepPage();
preloadWindows();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
