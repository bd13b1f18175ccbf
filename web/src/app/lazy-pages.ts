import { createLazyPage } from '../ui/create-lazy-page.tsx';

export const CONVERSATIONS_PATH = '/conversations';
export const SAVED_PATH = '/saved';
export const MENTIONS_PATH = '/mentions';

export const LazySearchPage = createLazyPage(() =>
  import('../search/search-page.tsx').then(module => module.SearchPage),
);

export const LazySavedPage = createLazyPage(() =>
  import('../chat/saved/saved-page.tsx').then(module => module.SavedPage),
);

export const LazyConversationsPage = createLazyPage(() =>
  import('../chat/conversations/conversations-page.tsx').then(module => module.ConversationsPage),
);

export const LazyMentionsPage = createLazyPage(() =>
  import('../chat/mentions/mentions-page.tsx').then(module => module.MentionsPage),
);

export const LazyAdmin = createLazyPage(() =>
  import('../admin/admin-screen.tsx').then(module => module.AdminScreen),
);
