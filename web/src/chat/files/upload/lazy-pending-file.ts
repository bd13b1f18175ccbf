import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazyPendingFile = createIdleComponent(() =>
  import('./pending-file.tsx').then(module => module.PendingFile),
);
