import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyRowPress = createIdleComponent(() =>
  import('./row-press.tsx').then(module => module.RowPress),
);
