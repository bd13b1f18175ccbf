import { createLazyPage } from '../app/create-lazy-page.tsx';

export const MENTIONS_PATH = '/mentions';

export const LazyMentionsPage = createLazyPage(
  async () => (await import('./mentions-page.tsx')).MentionsPage,
);
