import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

export const LazyFileDrops = createIdleComponent(() =>
  import('./file-drops.tsx').then(module => module.FileDrops),
);
