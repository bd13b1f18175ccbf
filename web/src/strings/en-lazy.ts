import { dashboard } from './en/dashboard.ts';
import { linking } from './en/linking.ts';
import { pictures } from './en/pictures.ts';
import { providers } from './en/providers.ts';
import { shortcuts } from './en/shortcuts.ts';
import { signIn } from './en/sign-in.ts';
import { uploads } from './en/uploads.ts';

/** What parts of the page say in English that load when they are first used. */
export const enLazy = { dashboard, providers, shortcuts, signIn, uploads, pictures, linking };
