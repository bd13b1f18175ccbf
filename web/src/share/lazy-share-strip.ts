import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

/** Few pages receive shared content. */
export const LazyShareStrip = createIdleComponent(async () => (await import('./share-strip.tsx')).ShareStrip);
