import { createIdleComponent } from '../ui/browser/create-idle-component.tsx';

export const LazyBackgroundTasks = createIdleComponent(
  async () => (await import('./background-tasks.tsx')).BackgroundTasks,
);
