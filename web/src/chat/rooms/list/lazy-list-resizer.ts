import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

/** The list has its width before. */
export const LazyListResizer = createIdleComponent(() =>
  import('./list-resizer.tsx').then(module => module.ListResizer),
);
