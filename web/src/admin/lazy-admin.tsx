import { createLazyPage } from '../app/create-lazy-page.tsx';

export const LazyAdmin = createLazyPage(async () => (await import('./admin-screen.tsx')).AdminScreen);
