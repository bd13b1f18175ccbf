import { createLazyPage } from '../app/create-lazy-page.tsx';

export const SAVED_PATH = '/saved';

export const LazySavedPage = createLazyPage(async () => (await import('./saved-page.tsx')).SavedPage);
