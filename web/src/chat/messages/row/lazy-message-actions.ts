import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazyMessageActions = createIdleComponent(() =>
  import('./message-actions.tsx').then(module => module.MessageActions),
);
