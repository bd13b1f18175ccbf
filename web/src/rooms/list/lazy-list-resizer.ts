import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

/** The list has its width before. */
export const LazyListResizer = createIdleComponent(
  async () => (await import('./list-resizer.tsx')).ListResizer,
);
