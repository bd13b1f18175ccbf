import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import { HeldRightClick } from '../../../ui/menu/held-right-click.tsx';

export const LazyRowMenus = createIdleComponent(
  () => import('./row-menus.tsx').then(module => module.RowMenus),
  HeldRightClick,
);
