import { createLazyPage } from '../../ui/create-lazy-page.tsx';

export const MENTIONS_PATH = '/mentions';

export const LazyMentionsPage = createLazyPage(() =>
  import('./mentions-page.tsx').then(module => module.MentionsPage),
);
