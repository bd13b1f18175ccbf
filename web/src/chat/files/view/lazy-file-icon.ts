import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

/** Its place has a fixed size. */
export const LazyFileIcon = createIdleComponent(() => import('./file-icon.ts'), 'FileIcon');
