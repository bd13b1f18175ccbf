import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyEmojiCompletion = createIdleComponent(
  async () => (await import('./emoji-completion.tsx')).EmojiCompletion,
);
