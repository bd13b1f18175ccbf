import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

/** Few pages receive shared content. */
export const LazyShareStrip = createIdleComponent(() =>
  import('./share-strip.tsx').then(module => module.ShareStrip),
);
