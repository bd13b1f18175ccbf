import { createLazyPage } from '../../ui/create-lazy-page.tsx';

export const SAVED_PATH = '/saved';

export const LazySavedPage = createLazyPage(() =>
  import('./saved-page.tsx').then(module => module.SavedPage),
);
