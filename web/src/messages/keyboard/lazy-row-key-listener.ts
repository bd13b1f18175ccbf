import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyRowKeyListener = createIdleComponent(() =>
  import('./row-key-listener.tsx').then(module => module.RowKeyListener),
);
