import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';
import { HeldRightClick } from '../../../ui/menu/held-right-click.tsx';

export const LazyRowPress = createIdleComponent(
  () => import('./row-press.tsx').then(module => module.RowPress),
  HeldRightClick,
);
