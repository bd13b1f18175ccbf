import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyTypingLine = createIdleComponent(() =>
  import('./typing-line.tsx').then(module => module.TypingLine),
);
