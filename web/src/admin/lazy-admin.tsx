import { createLazyPage } from '../ui/create-lazy-page.tsx';

export const LazyAdmin = createLazyPage(() =>
  import('./admin-screen.tsx').then(module => module.AdminScreen),
);
