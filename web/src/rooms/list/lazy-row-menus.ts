import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyRowMenus = createIdleComponent(() =>
  import('./row-menus.tsx').then(module => module.RowMenus),
);
