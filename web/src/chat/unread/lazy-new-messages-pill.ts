import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyNewMessagesPill = createIdleComponent(() =>
  import('./new-messages-pill.tsx').then(module => module.NewMessagesPill),
);
