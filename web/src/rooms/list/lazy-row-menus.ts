import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyRowMenus = createIdleComponent(async () => (await import('./row-menus.tsx')).RowMenus);
