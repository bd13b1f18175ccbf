import { applyListWidth, storedListWidth } from './rooms/list-width.ts';
import { rememberedAccount } from './sign-in/remembered-account.ts';
import { applyTheme, storedTheme } from './ui/theme.ts';

// Runs before anything is painted, while the rest is still on its way.
applyTheme(storedTheme());
applyListWidth(storedListWidth());
// Who was signed in here before sees the frame of the page until there is more: styles/shell.css.
if (rememberedAccount())
  document.documentElement.dataset['shell'] = location.pathname.startsWith('/chat/') ? 'room' : 'list';
