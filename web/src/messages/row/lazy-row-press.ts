import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

export const LazyRowPress = createIdleComponent(async () => (await import('./row-press.tsx')).RowPress);
