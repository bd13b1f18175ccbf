import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyEmojiCompletion = createIdleComponent(() =>
  import('./emoji-completion.tsx').then(module => module.EmojiCompletion),
);
