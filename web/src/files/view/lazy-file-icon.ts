import { createIdleComponent } from '../../ui/browser/create-idle-component.tsx';

/** Its place has a fixed size. */
export const LazyFileIcon = createIdleComponent(async () => (await import('./file-icon.ts')).FileIcon);
